// How much room a board has, said by whatever it stands on.
import { createContext } from "preact";

/** An upright board has little height: it may be broader instead. */
export const Broad = createContext(false);
