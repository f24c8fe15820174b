// Games that the engine has gone through since the page was opened: the result and the analysis board say
// the same about a game, and it is not gone through twice.
import type { Reviewed, Thinker, Ear, Question } from "./think";

type ReviewQuestion = Extract<Question, { type: "review" }>;

/** So long for one position. */
const SECONDS = 0.2;
const MOST = 20;
const kept = new Map<string, readonly Reviewed[]>();

/** Ask for a review; what is known already is heard at once, unless it is to be found out anew. */
export function review(
  thinker: Thinker,
  game: Omit<ReviewQuestion, "type" | "seconds">,
  ear: Ear,
  anew = false,
): () => void {
  const place = JSON.stringify([game.variant, game.start, game.moves]);
  const known = kept.get(place);
  if (known && !anew) {
    for (const each of known) ear.heard(each);
    return () => {};
  }
  const found: Reviewed[] = [];
  return thinker.ask(
    { type: "review", ...game, seconds: SECONDS },
    {
      ...ear,
      heard(answer) {
        found[(answer as Reviewed).ply] = answer as Reviewed;
        if (answer.done) {
          kept.set(place, found);
          if (kept.size > MOST) kept.delete(kept.keys().next().value!);
        }
        ear.heard(answer);
      },
    },
  );
}
