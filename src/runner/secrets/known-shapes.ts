/** Shapes that are secrets wherever they occur: tokens of well-known services. */

/** Each pattern matches in linear time. */
const shapes = [
  /\b[Bb]earer [A-Za-z0-9._~+/-]{16,}=*/,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /\bAIza[A-Za-z0-9_-]{35}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
];

/** All shapes as one pattern. */
export const knownShapes = shapes.map(({ source }) => source).join("|");

/**
 * Every shape is a run of these characters, or ends in one; the shortest run, `xoxb-` plus ten characters, has fifteen.
 // Few words are that long, so a search can skip most of them.
 */
const tokenCharacters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9._~+/-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const shortestRun = 15;
/** What may precede a run and belong to it: `Bearer `, and the character before that. */
const lead = 8;

const anyShape = new RegExp(knownShapes);

/** Whether a text contains one of the shapes. Most texts do not, and this finds out twice as fast as the pattern. */
export function hasKnownShape(text: string): boolean {
  // No run reaches across `start`; all characters from there to `known` are token characters.
  let start = 0;
  let known = 0;
  while (start + shortestRun <= text.length) {
    const reach = start + shortestRun;
    let place = reach;
    while (place > known && isTokenCharacter(text, place - 1)) place -= 1;
    if (place > known) start = place;
    else {
      const end = findRunEnd(text, reach);
      if (anyShape.test(text.slice(Math.max(0, start - lead), end))) return true;
      start = end + 1;
    }
    known = Math.max(start, reach);
  }
  return false;
}

function isTokenCharacter(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return code < 128 && tokenCharacters[code] === 1;
}

function findRunEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isTokenCharacter(text, end)) end += 1;
  return end;
}
