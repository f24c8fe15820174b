// The bots of a game, asked for once and shared by everything that shows their faces.
import { useEffect, useState } from "preact/hooks";
import { type Bot, api } from "./wire";

const asked = new Map<string, Promise<Bot[]>>();

export function botsOf(spec: string): Promise<Bot[]> {
  let answer = asked.get(spec);
  if (!answer) {
    answer = api.bots(spec);
    answer.catch(() => asked.delete(spec));
    asked.set(spec, answer);
  }
  return answer;
}

export function useBots(spec: string): Bot[] {
  const [bots, set] = useState<Bot[]>([]);
  useEffect(() => {
    let current = true;
    botsOf(spec).then(
      (answer) => current && set(answer),
      () => {}, // faces are a comfort; the game itself will say what is wrong
    );
    return () => {
      current = false;
    };
  }, [spec]);
  return bots;
}
