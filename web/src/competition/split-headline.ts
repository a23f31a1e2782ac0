/** The headline of a competition as a tag and a sentence. */

export interface Headline {
  /** `WINNER` or `NO WINNER`. */
  readonly word: string;
  /** Who won and why, or why nobody did; without a full stop. */
  readonly rest: string;
}

export function splitHeadline(headline: string, winner: string | null): Headline {
  if (winner === null) return { word: headline, rest: "No run passed, so nobody can be proposed" };
  const [word = ""] = headline.split(" ", 1);
  return { word, rest: headline.slice(word.length + 1) };
}
