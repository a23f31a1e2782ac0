/** Holds the voice: phrases that were replaced by plain English must not come back. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Each with what to write instead. */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bgone on with\b/i, "resumed, continued"],
  [/\bcomes? to nothing\b/i, "fails, has no effect"],
  [/\bit is said\b/i, "the message says, or name the subject"],
  [/\bnames an? [^.\n]{1,40} which there is not\b/i, "… does not exist"],
  [/\bwhich there (?:is|are) not\b/i, "that does not exist, missing"],
  [/\bset right\b/i, "fix, repair"],
  [/\btoken that counts\b/i, "valid token"],
  [/\bthe whole contest\b/i, "the run's overall time limit"],
  [/\bof one's own accord\b/i, "by itself"],
  [/\b(?:thereof|wherein|whereof|hitherto|forthwith)\b/i, "a common word"],
  [/\bcannot be had\b/i, "is not available"],
  [/\bhas to do without\b/i, "has no"],
  [/\bis not to be found\b/i, "was not found"],
  [/\bit stands to reason\b/i, "say why"],
  [/\b(?:go|goes|going) on with\b/i, "resume, continue"],
  [/\bcarr(?:y|ies|ied|ying) out\b/i, "run, execute"],
  [/\bwhoever\b/i, "name the reader, the caller, the user"],
  [/\bkept no longer\b/i, "deleted, expired"],
  [/\bsaid no\b/i, "failed"],
  [/\bamong any number\b/i, "leave it out"],
];

/** The prompts of judges are part of the measurement: their words change only with their version. */
const prompts = /^(?:judging\/model-judges\/prompts|metrics\/(?:composite|conversational)\/questions)\//;

interface Text {
  readonly file: string;
  readonly text: string;
}

function readTexts(folder: string, isWanted: (file: string) => boolean): Text[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => file.split(sep).join("/"))
    .filter(isWanted)
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), "utf8") }));
}

/** Where a phrase occurs, with the words around it. A line break within a comment or a paragraph does not hide it. */
function findPhrase(phrase: RegExp, texts: readonly Text[]): string[] {
  return texts.flatMap(({ file, text }) => {
    const flat = text.replace(/\s*\n\s*(?:\*|\/\/|>)?\s*/g, " ");
    const match = phrase.exec(flat);
    return match === null ? [] : [`${file}: ${flat.slice(Math.max(0, match.index - 30), match.index + 50)}`];
  });
}

const isPage = (file: string) => file.endsWith(".md");

const isSource = (file: string) => /(?<!\.test|\.fixture)\.tsx?$/.test(file);

const source = [
  ...readTexts("src", (file) => isSource(file) && !prompts.test(file)),
  ...readTexts("web/src", isSource),
];
const pages = [
  ...readTexts("docs", isPage),
  ...readTexts("skills", isPage),
  { file: "README.md", text: readFileSync(join(root, "README.md"), "utf8") },
];

describe("in comments and messages", () => {
  test("there is something to look at", () => expect(source.length).toBeGreaterThan(500));

  test.each(phrases)("%s is not used; write: %s", (phrase) => expect(findPhrase(phrase, source)).toEqual([]));
});

describe("in the pages", () => {
  test("there is something to look at", () => expect(pages.length).toBeGreaterThan(25));

  test.each(phrases)("%s is not used; write: %s", (phrase) => expect(findPhrase(phrase, pages)).toEqual([]));
});

test("a phrase is found across a line break, in any case", () => {
  const text = "/**\n * Can be Gone\n * on with later. */";
  expect(findPhrase(/\bgone on with\b/i, [{ file: "a.ts", text }])).toEqual([
    "a.ts: /** Can be Gone on with later. */",
  ]);
});
