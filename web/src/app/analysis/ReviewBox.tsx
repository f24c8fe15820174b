// The graph of a whole game, made on request or when a game was opened.
import { useEffect } from "preact/hooks";
import { Icon } from "../parts/Icon";
import { Graph } from "./Graph";
import type { LineState } from "./useLine";
import { type Review } from "./useReview";

interface Props {
  review: Review;
  line: LineState;
  first: string;
  auto: boolean;
}

const SECONDS = 0.2;

export function ReviewBox({ review, line, first, auto }: Props) {
  const { place } = line;
  const start = () => review.start(place.spec, place.start, place.moves, SECONDS);
  useEffect(() => {
    if (auto) start();
  }, []);
  // The graph is that of the game gone through, whatever was tried since.
  const look = (ply: number) => line.set({ ...place, moves: review.played, ply });
  const known = review.curve.filter((value) => value !== null).length;
  return (
    <section class="review" aria-label="Review">
      {review.error && (
        <p class="problem" role="alert">
          {review.error}
        </p>
      )}
      {review.curve.length > 0 && (
        <Graph curve={review.curve} mistakes={[...review.mistakes.keys()]} ply={place.ply} first={first} onLook={look} />
      )}
      <div class="row">
        {review.running ? (
          <>
            <progress max={review.curve.length} value={known} aria-label="Review" />
            <button type="button" onClick={review.stop}>
              Stop
            </button>
          </>
        ) : (
          <button type="button" onClick={start}>
            <Icon name="chart" /> {known ? "Review again" : "Review the game"}
          </button>
        )}
      </div>
    </section>
  );
}
