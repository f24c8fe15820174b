// The choices that the home page has for a game's board.
import type { BoardChoice, GameChoice } from "../setup";
import { useAsk } from "../use";
import { api } from "../wire";
import { BoardSize, FirstDiscs, RuleSwitches } from "./BoardSize";
import { Trouble } from "./Note";

interface Props {
  choice: GameChoice;
  onChange(choice: GameChoice): void;
}

export function WhichBoard({ choice, onChange }: Props) {
  const variants = useAsk(api.variants, []);
  const listed = variants.value?.find(({ name }) => name === choice.game);
  const change = (part: Partial<BoardChoice>) => onChange({ ...choice, ...part });
  return (
    <>
      {variants.error && <Trouble error={variants.error} again={variants.again} />}
      {listed && (
        <>
          <BoardSize setup={choice} variant={listed} onChange={change} />
          <FirstDiscs setup={choice} variant={listed} onChange={change} />
          <RuleSwitches setup={choice} variant={listed} onChange={change} />
        </>
      )}
    </>
  );
}
