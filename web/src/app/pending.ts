// What was asked of a game and has no answer yet, kept as long as this tab: whoever leaves the game, or
// loads the page anew, has it sent again under the same key when they come back, so it is done once.
import type { Keyed } from "./messages";

const PLACE = "turnstone.asked.";

export function pending(game: string): Keyed[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE + game) ?? "[]");
    return Array.isArray(kept) ? (kept as Keyed[]) : [];
  } catch {
    return [];
  }
}

export function keep(game: string, command: Keyed): void {
  write(game, [...pending(game).filter(({ key }) => key !== command.key), command]);
}

export function forget(game: string, key: string): void {
  write(game, pending(game).filter((each) => each.key !== key));
}

function write(game: string, commands: Keyed[]): void {
  try {
    if (commands.length) sessionStorage.setItem(PLACE + game, JSON.stringify(commands));
    else sessionStorage.removeItem(PLACE + game);
  } catch {
    // Without storage it lasts as long as the page.
  }
}
