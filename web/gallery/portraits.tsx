// All birds, large and as small as they are used.
import { render } from "preact";
import { BIRDS } from "../src/portraits/birds";
import { Portrait } from "../src/portraits/Portrait";
import "../src/theme.css";
import "./gallery.css";

render(
  <main class="birds">
    {Object.keys(BIRDS).map((name) => (
      <figure key={name}>
        <span class="large">
          <Portrait name={name} />
        </span>
        <span class="little">
          <Portrait name={name} title={name} />
        </span>
        <figcaption>{name}</figcaption>
      </figure>
    ))}
  </main>,
  document.getElementById("birds")!,
);
