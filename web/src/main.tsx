// The page's entry: styles, then the app.
import { render } from "preact";
import "./theme.css";

render(<h1>Turnstone</h1>, document.getElementById("app")!);
