// What a screen reader hears: the newest sentence. Two places take turns, so that the same sentence
// said twice is heard twice.
export function Speaker({ said }: { said: { text: string; number: number } }) {
  const even = said.number % 2 === 0;
  return (
    <div class="sr-only" aria-live="polite" data-testid="speaker">
      <p>{even ? said.text : ""}</p>
      <p>{even ? "" : said.text}</p>
    </div>
  );
}
