// The graph of a whole game, made on request or when a game was opened.
import { useEffect } from "preact/hooks";
import { Icon } from "../parts/Icon";
import { Graph } from "./Graph";
import type { LineState } from "./useLine";
import type { Review } from "./useReview";

interface Props {
  review: Review;
  line: LineState;
  seats: readonly string[];
  auto: boolean;
}

export function ReviewBox({ review, line, seats, auto }: Props) {
  const { place } = line;
  useEffect(() => {
    if (auto) review.start();
  }, []);
  // The graph is that of the game gone through, whatever was tried since.
  const look = (ply: number) => review.of && line.set({ ...review.of, ply });
  const known = review.positions.filter((values) => values !== null).length;
  return (
    <section class="review" aria-label="Review">
      {review.error && (
        <p class="problem" role="alert">
          {review.error}
        </p>
      )}
      {review.positions.length > 0 && (
        <Graph positions={review.positions} mistakes={review.mistakes} ply={place.ply} seats={seats} onLook={look} />
      )}
      <div class="row">
        {review.running ? (
          <>
            <progress max={review.positions.length} value={known} aria-label="Review" />
            <button type="button" onClick={review.stop}>
              Stop
            </button>
          </>
        ) : (
          <button type="button" onClick={() => review.start(true)}>
            <Icon name="chart" /> {known ? "Review again" : "Review the game"}
          </button>
        )}
      </div>
    </section>
  );
}
