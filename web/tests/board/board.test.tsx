// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Board } from "../../src/board";
import type { BoardHandle, BoardProps } from "../../src/board";
import { kalah, othello, relay, startOf } from "./variants";

const START = "---------------------------OX------XO---------------------------";
const AFTER_F5 = "---------------------------OX------XXX--------------------------";

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
  vi.useRealTimers();
});

function show(props: BoardProps): void {
  void act(() => render(<Board {...props} />, root));
}

const cell = (name: string): HTMLElement => root.querySelector(`[data-square="${name}"], [data-pit="${name}"]`)!;
const press = (from: HTMLElement, key: string, more: KeyboardEventInit = {}): void => {
  void act(() => void from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more })));
};
const pass = (milliseconds: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const colours = (name: string): string[] =>
  [...cell(name).querySelectorAll(".face")].map((face) => face.className.replace("face ", ""));

describe("a Reversi board", () => {
  const props: BoardProps = {
    variant: othello,
    board: START,
    turn: 0,
    legal: [
      { move: "f5", flips: ["e5"] },
      { move: "d3", flips: ["d4"] },
    ],
  };

  test("is a grid whose cells say what is there and what a move would do", () => {
    show(props);
    const grid = root.querySelector("[role=grid]")!;
    expect(grid.getAttribute("aria-label")).toBe("Othello");
    expect(grid.querySelectorAll("[role=row]")).toHaveLength(8);
    expect(grid.querySelectorAll("[role=gridcell]")).toHaveLength(64);
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, legal, flips 1");
    expect(cell("d4").getAttribute("aria-label")).toBe("d4, White");
    expect(cell("a1").getAttribute("aria-label")).toBe("a1, empty");
  });

  test("has one tab stop that the arrow keys move", () => {
    show(props);
    const stops = (): string[] =>
      [...root.querySelectorAll<HTMLElement>("[tabindex='0']")].map((each) => each.dataset.square!);
    expect(stops()).toEqual(["e5"]);
    cell("e5").focus();
    press(cell("e5"), "ArrowRight");
    expect(stops()).toEqual(["f5"]);
    expect(document.activeElement).toBe(cell("f5"));
    press(cell("f5"), "Home");
    press(cell("a5"), "ArrowUp", { ctrlKey: true });
    expect(document.activeElement).toBe(cell("a1"));
  });

  test("plays legal squares by click and by key, and refuses others", () => {
    const onPlay = vi.fn();
    const onRefuse = vi.fn();
    show({ ...props, onPlay, onRefuse });
    cell("f5").click();
    press(cell("d3"), "Enter");
    press(cell("d3"), " "); // skips animations, and must not play when there is none any more
    expect(onPlay.mock.calls).toEqual([["f5"], ["d3"]]);
    cell("a1").click();
    expect(onRefuse.mock.calls).toEqual([["a1"]]);
  });

  test("plays nothing when disabled or without legal moves", () => {
    const onPlay = vi.fn();
    const onRefuse = vi.fn();
    show({ ...props, disabled: true, onPlay, onRefuse });
    cell("f5").click();
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, empty");
    show({ ...props, legal: [], onPlay, onRefuse });
    cell("f5").click();
    expect(onPlay).not.toHaveBeenCalled();
    expect(onRefuse).not.toHaveBeenCalled();
  });

  test("shows a ghost, the flips and their number under the pointer", () => {
    show(props);
    void act(() => {
      cell("f5").dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    });
    expect(cell("f5").querySelector(".ghost .face")!.className).toContain("black");
    expect(cell("f5").querySelector(".gain")!.textContent).toBe("+1");
    expect([...root.querySelectorAll<HTMLElement>(".cell.flips")].map((each) => each.dataset.square)).toEqual(["e5"]);
  });

  test("marks legal squares, unless told not to", () => {
    show(props);
    expect(root.querySelectorAll(".dot")).toHaveLength(2);
    show({ ...props, showLegal: false });
    expect(root.querySelectorAll(".dot")).toHaveLength(0);
  });

  test("leaves out blocked squares", () => {
    show({ ...props, board: `#${START.slice(1)}` });
    expect(cell("a1")).toBeNull();
    expect(root.querySelectorAll("[role=gridcell]")).toHaveLength(63);
  });

  test("shows values with the best and the exact ones marked", () => {
    show({ ...props, values: new Map([["f5", { text: "+4", best: true, exact: true }]]) });
    const value = cell("f5").querySelector(".value")!;
    expect(value.textContent).toBe("+4");
    expect(value.className).toContain("best");
    expect(value.querySelector(".lock")).not.toBeNull();
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, legal, flips 1, value +4, exact, best");
  });

  test("hands every square to set-up", () => {
    const onCell = vi.fn();
    show({ ...props, editable: true, onCell });
    cell("a1").click();
    expect(onCell).toHaveBeenCalledWith("a1");
  });

  test("as a picture it is one image", () => {
    show({ ...props, still: true, label: "The start" });
    expect(root.querySelector("[role=img]")!.getAttribute("aria-label")).toBe("The start");
    expect(root.querySelectorAll("[role=gridcell], [tabindex]")).toHaveLength(0);
  });
});

describe("an animation", () => {
  const handle: { current: BoardHandle | null } = { current: null };
  const props: BoardProps = { variant: othello, board: START, turn: 0, handle };
  const steps = [
    { placed: "f5", seat: 0 },
    { flipped: "e5", seat: 0 },
  ];

  test("draws the steps, then shows what they led to", async () => {
    vi.useFakeTimers();
    show(props);
    let ended = false;
    void act(() => {
      void handle.current!.animate(START, steps, AFTER_F5, { reduced: false }).done.then(() => (ended = true));
    });
    expect(colours("f5")).toEqual(["black"]);
    expect(colours("e5")).toEqual(["black", "white"]); // both sides, while it turns
    await pass(330);
    expect(ended).toBe(false);
    await pass(20);
    expect(ended).toBe(true);
    expect(colours("e5")).toEqual(["black"]);
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, Black");
  });

  test("draws wrong steps as sent, and settles on the board that was sent", async () => {
    vi.useFakeTimers();
    show(props);
    const wrong = [
      { placed: "a1", seat: 1 },
      { flipped: "h8", seat: 0 },
    ];
    void act(() => void handle.current!.animate(START, wrong, AFTER_F5, { reduced: false }));
    expect(colours("a1")).toEqual(["white"]);
    expect(colours("h8")).toEqual(["black"]);
    await pass(2000);
    expect(colours("a1")).toEqual([]);
    expect(colours("h8")).toEqual([]);
    expect(colours("f5")).toEqual(["black"]);
  });

  test("leaves nothing behind when somebody looks elsewhere", async () => {
    vi.useFakeTimers();
    show(props);
    void act(() => void handle.current!.animate(START, steps, AFTER_F5, { reduced: false }));
    await pass(100);
    act(() => handle.current!.drop());
    expect(colours("f5")).toEqual([]);
    expect(colours("e5")).toEqual(["white"]);
  });

  test("ends at once when it is skipped, by a click or from outside, and plays nothing then", async () => {
    const onPlay = vi.fn();
    show({ ...props, legal: [{ move: "f5", flips: ["e5"] }], onPlay });
    const skips = [(): void => cell("f5").click(), (): void => void handle.current!.skip()];
    for (const skip of skips) {
      let playback!: { done: Promise<void> };
      void act(() => void (playback = handle.current!.animate(START, steps, START, { reduced: false })));
      void act(skip);
      await playback.done;
      expect(colours("f5")).toEqual([]);
    }
    expect(onPlay).not.toHaveBeenCalled();
  });

  test("with less motion nothing moves, and what changed stays marked until the next move", async () => {
    show(props);
    await act(() => handle.current!.animate(START, steps, AFTER_F5, { reduced: true }).done);
    const changed = (): (string | undefined)[] =>
      [...root.querySelectorAll<HTMLElement>(".changed")].map((each) => each.dataset.square);
    expect(changed().sort()).toEqual(["e5", "f5"]);
    expect(cell("e5").getAttribute("aria-label")).toBe("e5, Black, changed");
    show({ ...props, board: AFTER_F5 });
    expect(changed().sort()).toEqual(["e5", "f5"]); // the same board, now as the property
    show({ ...props, board: START });
    expect(changed()).toEqual([]);
  });

  test("a board that changed meanwhile is shown when it ends", async () => {
    vi.useFakeTimers();
    show(props);
    void act(() => void handle.current!.animate(START, steps, AFTER_F5, { reduced: false }));
    show({ ...props, board: `X${START.slice(1)}` });
    expect(colours("a1")).toEqual([]);
    await pass(1000);
    expect(colours("a1")).toEqual(["black"]);
    expect(colours("f5")).toEqual([]);
  });
});

describe("a Mancala board", () => {
  const handle: { current: BoardHandle | null } = { current: null };
  const props: BoardProps = {
    variant: relay,
    board: startOf(relay),
    turn: 0,
    legal: [{ move: "12", pit: 12, path: [13, 0, 1, 2, 3, 4, 5, 7, 8], gain: 1 }],
    handle,
  };
  const plates = (): number[] => [...root.querySelectorAll(".plate")].map((plate) => Number(plate.textContent));

  test("shows the count of every pit and as many pebbles", () => {
    show(props);
    expect(plates()).toEqual(startOf(relay));
    expect(root.querySelectorAll(".pebble")).toHaveLength(48);
  });

  test("says what lies where and what a move would do", () => {
    show(props);
    expect(cell("12").getAttribute("aria-label")).toBe(
      "South's house 12, 4 pebbles, legal, ends in North's house 8, gains 1",
    );
    expect(cell("6").getAttribute("aria-label")).toBe("North's store, 0 pebbles");
    expect(root.querySelectorAll("[role=grid] [role=row] [role=gridcell]")).toHaveLength(14);
  });

  test("arrows go along the board, enter plays", () => {
    const onPlay = vi.fn();
    const onRefuse = vi.fn();
    show({ ...props, onPlay, onRefuse });
    cell("0").focus();
    press(cell("0"), "ArrowLeft");
    expect(document.activeElement).toBe(cell("12"));
    press(cell("12"), "Enter");
    expect(onPlay).toHaveBeenCalledWith("12");
    press(cell("12"), "ArrowDown");
    expect(document.activeElement).toBe(cell("13"));
    press(cell("13"), "Enter");
    expect(onRefuse).toHaveBeenCalledWith(13);
  });

  test("shows the way, the landing pit and the gain under the pointer", () => {
    show(props);
    void act(() => {
      cell("12").dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    });
    expect(cell("8").className).toContain("landing");
    expect(root.querySelector(".preview .gain")!.textContent).toBe("+1");
    expect(root.querySelectorAll(".way circle:not(.from)")).toHaveLength(9);
  });

  test("counts pebble by pebble, with the hand and the lap", async () => {
    vi.useFakeTimers();
    show({ ...props, legal: [] });
    const steps = [
      { lifted: 12, seeds: 4 },
      ...[13, 0, 1, 2].map((pit) => ({ sown: pit })),
      { lifted: 2, seeds: 5 },
      ...[3, 4, 5, 7, 8].map((pit) => ({ sown: pit })),
    ];
    const after = [5, 5, 0, 5, 5, 5, 0, 5, 5, 4, 4, 4, 0, 1];
    void act(() => void handle.current!.animate(startOf(relay), steps, after, { reduced: false }));
    await pass(10);
    expect(plates()[12]).toBe(0);
    expect(root.querySelector(".held")!.textContent).toBe("4");
    await pass(180 + 90);
    expect(plates()[13]).toBe(1);
    expect(plates()[0]).toBe(4);
    expect(root.querySelector(".held")!.textContent).toBe("3");
    expect(root.querySelector(".lap")).toBeNull();
    await pass(90 * 3 + 20);
    expect(root.querySelector(".lap")!.textContent).toBe("lap 2");
    await pass(2000);
    expect(plates()).toEqual(after);
    expect(root.querySelectorAll(".pebble")).toHaveLength(48);
    expect(root.querySelector(".lap")).toBeNull();
  });

  test("a pebble keeps its colour on its way, and those that lie still keep their place", async () => {
    vi.useFakeTimers();
    show({ ...props, legal: [] });
    const look = (): Map<string, string> =>
      new Map(
        [...root.querySelectorAll<HTMLElement>(".pebble")].map((each) => [
          each.dataset.pebble!,
          `${each.dataset.hue} ${each.style.transform}`,
        ]),
      );
    const before = look();
    const after = [...startOf(relay)];
    after[12] = 0;
    for (const pit of [13, 0, 1, 2]) after[pit]! += 1;
    const steps = [{ lifted: 12, seeds: 4 }, ...[13, 0, 1, 2].map((pit) => ({ sown: pit }))];
    void act(() => void handle.current!.animate(startOf(relay), steps, after, { reduced: false }));
    await pass(3000);
    const moved = [...look()].filter(([pebble, now]) => before.get(pebble) !== now);
    expect(moved).toHaveLength(4);
    for (const [pebble, now] of moved) expect(now[0]).toBe(before.get(pebble)![0]);
  });

  test("hints and values find their pit by the move's own words", () => {
    const variant = kalah();
    const values = new Map([["2", { text: "−3" }]]);
    show({ variant, board: startOf(variant), turn: 1, legal: [], hint: "3", values });
    expect(cell("9").className).toContain("hint");
    expect(cell("8").getAttribute("aria-label")).toBe("North's house 2, 4 seeds, value −3");
    expect(root.querySelector(".value")!.textContent).toBe("−3");
  });
});
