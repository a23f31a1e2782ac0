/** Takes out of a patch what could tell a judge whose it is: names of agents and models, paths of the run, dates, authors. */
import { anyModelName } from "./families.ts";

/** What stands where something was taken out; the instructions of the judge name it. */
const mark = "███";

const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\\s+";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?";
const clock = "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?";
const zone = "(?:\\s?(?:Z|GMT|UTC|[+-]\\d{2}:?\\d{2}))?";

const dates = [
  `\\d{4}-\\d{2}-\\d{2}(?:-\\d{6}|[T ]${clock}${zone})?`,
  `\\d{4}/\\d{1,2}/\\d{1,2}`,
  `\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}`,
  `(?:${day})?\\d{1,2}(?:st|nd|rd|th)?[ -]${month}[ ,-]+\\d{4}(?:,?\\s${clock}${zone})?`,
  `(?:${day})?${month}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,|\\s${clock})?\\s+\\d{4}${zone}`,
].map((date) => `(?<!\\d)${date}(?!\\d)`);

/** Ids of runs and competitions with what follows them in a path, and the branches of a competition. */
const ids = [`(?:axis-)?(?:run|cmp)_[0-9A-HJKMNP-TV-Z]{26}[\\w./-]*`, `(?<![\\w/])axis/[0-9a-z]{8}/[\\w./-]+`];

/** Lines that name an author: trailers, and headers of a commit with an address. */
const authorLines = [
  /^([ +-]*(?:[#*/;]+ *)?)(?:co-authored-by|signed-off-by|reviewed-by|acked-by|generated-by)[:=].*$/gim,
  /^([ +-]*(?:[#*/;]+ *)?)@?(?:author|committer|from|date)\b.*<[^<>\n@]{1,100}@[^<>\n@]{1,100}>.*$/gim,
];

export type Blind = (text: string) => string;

/** Returns a function that hides these names and paths, and what is always hidden. Longer names than four letters are found inside words, too. */
export function createBlind(names: readonly string[], paths: readonly string[]): Blind {
  const parts = names.flatMap((name) => [name, ...name.split(/[|/]/)]);
  const hidden = [
    ...paths.filter((path) => path.length > 3).map((path) => `${escape(path)}(?![\\w-])`),
    ...parts.flatMap((part) => toPattern(part) ?? []),
  ].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp([...ids, ...dates, ...hidden, anyModelName].join("|"), "giu");
  return (text) => {
    let blinded = authorLines.reduce((rest, line) => rest.replace(line, `$1${mark}`), text);
    // What is taken out may leave a name standing alone that was part of a word before.
    for (let before = ""; before !== blinded;) {
      before = blinded;
      blinded = blinded.replace(pattern, mark);
    }
    return blinded;
  };
}

/** The name however its words are joined: "claude-code" is also "Claude Code" and "claudeCode". */
function toPattern(name: string): string | undefined {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return undefined;
  const joined = words.map(escape).join("[^\\p{L}\\p{N}\\n]{0,2}");
  return words.join("").length > 4 ? joined : `(?<![\\p{L}\\p{N}])${joined}(?![\\p{L}\\p{N}])`;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
