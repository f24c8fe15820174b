// Text somebody pasted, taken apart as notation only; whether it makes sense the server decides.

export interface Pasted {
  position?: string;
  moves?: string[];
}

/** A position (squares or pits and a side), or else a list of moves. */
export function pasted(family: string, text: string): Pasted {
  const trimmed = text.trim();
  if (!trimmed) return {};
  return family === "reversi" ? discs(trimmed) : seeds(trimmed);
}

function discs(text: string): Pasted {
  if (/^[-.XOABNWB#*xoabnw\s]{16,}$/.test(text)) return { position: text };
  const moves = text.toLowerCase().match(/[a-p](?:1[0-6]|[1-9])(?!\d)|pass|pa|ps/g) ?? [];
  return { moves };
}

function seeds(text: string): Pasted {
  if (text.startsWith("<") || /^[\d\s,]+[NS]/.test(text)) return { position: text };
  return { moves: text.toLowerCase().match(/\d+|swap/g) ?? [] };
}
