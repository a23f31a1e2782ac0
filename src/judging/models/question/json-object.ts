/** Finds JSON objects in free text by a property they contain, in time linear in the length of the text. */

/** More objects than this with the same nonce are not an answer; the limit also bounds the work. */
const maxObjects = 16;
/** Deeper than any answer we ask for; it protects code that later walks the value. */
const maxDepth = 200;

/**
 * The texts of the objects that directly contain this property, the last one first. Their brackets are balanced, but
 // they may not be valid JSON. Neither key nor value may need escaping.
 */
export function findObjectsWith(text: string, key: string, value: string): string[] {
  const property = new RegExp(`"${key}"[ \\t\\r\\n]*:[ \\t\\r\\n]*"${value}"`, "g");
  const places = [...text.matchAll(property)].map(({ index }) => index).slice(-maxObjects);
  const spans = places.flatMap((place) => {
    const start = findObjectStart(text, place);
    const end = start === undefined ? undefined : findObjectEnd(text, start);
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
  return spans.sort((a, b) => b.end - a.end || a.start - b.start).map(({ start, end }) => text.slice(start, end));
}

/** Walks back from a property to the opening brace of its object. Strings of valid JSON can be read backwards too. */
function findObjectStart(text: string, property: number): number | undefined {
  let depth = 0;
  for (let index = property - 1; index >= 0; index--) {
    const letter = text[index];
    if (letter === '"') index = findOpeningQuote(text, index);
    else if (letter === "}" || letter === "]") depth++;
    else if (letter === "{" && depth === 0) return index;
    else if (letter === "{" || letter === "[") depth--;
    if (depth < 0 || depth > maxDepth) return undefined;
  }
  return undefined;
}

/** Where the string that closes here was opened, or -1. */
function findOpeningQuote(text: string, closing: number): number {
  // lastIndexOf treats a negative start as 0 and would find the same quote forever.
  if (closing === 0) return -1;
  let index = text.lastIndexOf('"', closing - 1);
  while (index > 0 && isEscaped(text, index)) index = text.lastIndexOf('"', index - 1);
  return index;
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text[index - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** The position just after the bracket that closes the object opened here. */
function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"') index = findClosingQuote(text, index);
    else if (letter === "{" || letter === "[") depth++;
    else if (letter === "}" || letter === "]") depth--;
    if (depth === 0) return index + 1;
    if (depth > maxDepth) return undefined;
  }
  return undefined;
}

function findClosingQuote(text: string, opening: number): number {
  for (let index = opening + 1; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === '"') return index;
  }
  return text.length;
}
