// The page's entry: styles, then the app.
import { render } from "preact";
import "./theme.css";
import "./app/styles/base.css";
import "./app/styles/frame.css";
import "./app/styles/home.css";
import "./app/styles/game.css";
import "./app/styles/low.css";
import "./app/styles/pages.css";
import { App } from "./app/App";

render(<App />, document.getElementById("app")!);
