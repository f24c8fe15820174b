// A guided first game: a few positions, each with one thing to do. The server judges every move.
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardHandle, LegalMove, View } from "../../board/types";
import { type Course, LESSONS, type Lesson } from "../lessons";
import { note } from "../memory";
import type { Move, State } from "../messages";
import { Link } from "../parts/Link";
import { Busy, Progress, Trouble } from "../parts/Note";
import { Playing } from "../parts/Playing";
import { Speaker } from "../parts/Speaker";
import { Stage } from "../parts/Stage";
import { go, to } from "../router";
import { settings } from "../settings";
import { useTitle } from "../title";
import { useAsk, useErrand, useKeys, useSettings } from "../use";
import { type Line, api, freshKey } from "../wire";
import { Lost } from "./Lost";

export function Tutorial({ spec, lesson: at }: { spec: string; lesson: number }) {
  const course = LESSONS[spec];
  const setNumber = (number: number) => go(to.tutorial(spec, number + 1), "replace");
  useTitle(course?.title ?? "Nothing here");
  if (!course) return <Lost path={to.tutorial(spec)} />;
  // After the last one comes the farewell; behind it there is nothing.
  const number = at > course.lessons.length + 1 ? 0 : Math.max(0, at - 1);
  const lesson = course.lessons[number];
  if (!lesson) return <Farewell course={course} onBack={() => setNumber(course.lessons.length - 1)} />;
  return (
    <At
      key={number}
      spec={spec}
      course={course}
      lesson={lesson}
      number={number}
      onBack={() => setNumber(number - 1)}
      onNext={() => setNumber(number + 1)}
    />
  );
}

interface AtProps {
  spec: string;
  course: Course;
  lesson: Lesson;
  number: number;
  onBack(): void;
  onNext(): void;
}

function At({ spec, course, lesson, number, onBack, onNext }: AtProps) {
  const start = useAsk(() => api.line(spec, lesson.position ?? null, []), [spec, number]);
  return (
    <div class={`tutorial tutorial-${start.value?.variant.layout ?? "square"}`}>
      {start.error && <Trouble error={start.error} again={start.again} />}
      {start.value ? <Desk spec={spec} lesson={lesson} start={start.value} course={course} number={number} onBack={onBack} onNext={onNext} /> : <Busy busy={start.busy} what="Setting the board out." />}
    </div>
  );
}

function Desk({ spec, lesson, start, course, number, onBack, onNext }: AtProps & { start: Line }) {
  const { marks } = useSettings();
  const board = useRef<BoardHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(start);
  const [queue, setQueue] = useState<Move[]>([]);
  const [shown, setShown] = useState(0);
  const [said, setSaid] = useState({ text: "", number: 0 });
  const [problem, setProblem] = useState<string | null>(null);
  const [solved, setSolved] = useState(lesson.wants === null);
  const [pending, setPending] = useState<string | null>(null);
  const errand = useErrand();
  useEffect(() => heading.current?.focus(), []);
  // What is new stands first where there is little room.
  useEffect(() => void (text.current!.scrollTop = 0), [problem, shown, solved]);
  useKeys({ " ": () => board.current?.skip(), m: () => board.current?.focus() });
  const playing = queue[shown] ?? null;
  const before = queue[shown - 1]?.board ?? start.board;
  const say = (text: string) => setSaid((old) => ({ text, number: old.number + 1 }));

  const play = (text: string) => {
    const choice = view.legal.find((each) => each.move === text);
    if (!choice || solved) return;
    if (!fits(lesson, choice, view.legal)) {
      setProblem(lesson.otherwise ?? "Try another move.");
      return;
    }
    setProblem(null);
    setPending(text);
    errand.run(
      () => answered(spec, lesson, text),
      (line) => {
        setPending(null);
        setQueue(line.moves);
        setView(line);
        say(line.moves[0]?.text ?? "");
      },
    );
  };
  const refuse = (cell: string | number) => {
    setPending(null);
    errand.run(() => api.objection(spec, view.position, cell), setProblem);
  };
  const finished = () => {
    const next = shown + 1;
    setShown(next);
    const move = queue[next];
    if (move) say(move.text);
    else setSolved(true);
  };
  const told = queue.slice(0, shown + (playing ? 1 : 0)).map((move) => move.text);
  if (solved && view.outcome) told.push(view.outcome.text);
  return (
    <>
      <Stage variant={start.variant} onSkip={() => board.current?.skip()}>
        <Playing
          handle={board}
          variant={start.variant}
          board={before}
          turn={view.turn}
          legal={solved || queue.length ? [] : view.legal}
          showLegal={marks}
          lastMove={playing ? null : (queue[shown - 1] ?? null)}
          label={lesson.title}
          playing={useShown(playing, before)}
          onShown={finished}
          onPlay={play}
          pending={errand.busy ? pending : null}
          onRefuse={refuse}
        />
      </Stage>
      <section class="lesson" aria-labelledby="lesson">
        <p class="muted">{course.title}</p>
        <h1 id="lesson" tabIndex={-1} ref={heading}>
          {lesson.title}
        </h1>
        <div class="lesson-steps" role="img" aria-label={`Step ${number + 1} of ${course.lessons.length}`}>
          {course.lessons.map((_, index) => (
            <span key={index} class={index <= number ? "past" : ""} />
          ))}
        </div>
        <div class="lesson-said" ref={text}>
          <p class="lesson-text">
            {lesson.text}
            {lesson.pointer && <span class="with-mouse"> {lesson.pointer}</span>}
          </p>
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          {told.length > 0 && <p class="lesson-told muted">{told.join(" ")}</p>}
          {solved && lesson.done && (
            <p class="lesson-done" role="status">
              {lesson.done}
            </p>
          )}
        </div>
        <div class="row">
          <button type="button" disabled={number === 0} onClick={onBack}>
            Back
          </button>
          <button type="button" class={solved ? "primary" : ""} onClick={onNext}>
            {solved ? "Next" : "Skip"}
          </button>
          <Link to={to.rules(spec)} class="muted">
            Leave
          </Link>
        </div>
      </section>
      <Progress errand={errand} what="The server has not answered yet." />
      <Speaker said={said} />
    </>
  );
}

/** The move of a lesson, and as many answers of the other side as it asks for. */
async function answered(spec: string, lesson: Lesson, move: string): Promise<Line> {
  const moves = [move];
  const ask = () => api.line(spec, lesson.position ?? null, moves);
  let line = await ask();
  for (let answer = 0; answer < (lesson.answers ?? 0); answer += 1) {
    const reply = line.legal[0]?.move;
    if (!reply) break;
    moves.push(reply);
    line = await ask();
  }
  return line;
}

function useShown(move: Move | null, before: View["board"]) {
  const kept = useRef<{ move: Move; before: View["board"]; steps: Move["steps"]; after: View["board"] } | null>(null);
  if (kept.current?.move !== move) {
    kept.current = move && { move, before, steps: move.steps, after: move.board };
  }
  return kept.current;
}

function fits(lesson: Lesson, choice: LegalMove, legal: readonly LegalMove[]): boolean {
  if (lesson.wants === "any" || lesson.wants === null) return true;
  if (lesson.wants !== "most") return lesson.wants.includes(choice.move);
  const worth = (move: LegalMove) => move.gain ?? move.flips?.length ?? 0;
  return worth(choice) === Math.max(...legal.map(worth));
}

/** A game against the weakest bot. */
async function firstGame(course: Course, key: string): Promise<State> {
  const { name } = settings();
  const [weakest] = await api.bots(course.game);
  const person = { kind: "here" as const, ...(name ? { name } : {}) };
  const seats = [person, { kind: "bot" as const, bot: weakest!.bot }];
  return api.create({ key, variant: course.game, seats, clock: null });
}

function Farewell({ course, onBack }: { course: Course; onBack(): void }) {
  const errand = useErrand();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The same key however often it is tried: a game that was created after all is not created twice.
  const key = useRef(freshKey()).current;
  const start = () =>
    errand.run(
      () => firstGame(course, key),
      ({ game }) => {
        note(game, { hints: true });
        go(to.game(game));
      },
    );
  return (
    <div class="page page-narrow">
      <h1 tabIndex={-1} ref={heading}>
        Well done
      </h1>
      <p class="lead">{course.farewell}</p>
      <Busy busy={errand.busy} what="Waiting for the server to set the table." onCancel={errand.cancel} />
      {errand.error && <Trouble error={errand.error} again={errand.again} />}
      <div class="row">
        <button type="button" class="primary large" disabled={errand.busy} onClick={start}>
          Play
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
        <Link to={to.home()}>To the home page</Link>
      </div>
    </div>
  );
}
