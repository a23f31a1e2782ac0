/** Rewrites printed text for a terminal without UTF-8. */

/** Each replacement takes one column, so that tables stay aligned. */
const replacements: Readonly<Record<string, string>> = {
  "●": ".",
  "✗": "x",
  "○": "-",
  "━": "=",
  "╸": "-",
  "─": "-",
  "█": "#",
  "▓": "+",
  "░": ":",
  "…": "~",
  "–": "-",
  "−": "-",
  "×": "x",
  "→": ">",
  "·": "|",
  "“": '"',
  "”": '"',
  "‘": "'",
  "’": "'",
  "≥": ">",
  "≤": "<",
};

const pattern = new RegExp(`[${Object.keys(replacements).join("")}]`, "gu");

/** Replaces the characters that AXIS itself prints; names and other text of the project stay as they are. */
export function toAscii(text: string): string {
  return text.replace(pattern, (character) => replacements[character] ?? character);
}
