// An address that leads nowhere.
import { Link } from "../parts/Link";
import { to } from "../router";

export function Lost({ path }: { path: string }) {
  return (
    <div class="page">
      <h1 tabIndex={-1}>Nothing here</h1>
      <p>
        There is no page at <code>{path}</code>.
      </p>
      <p>
        <Link to={to.home()}>To the home page</Link>
      </p>
    </div>
  );
}
