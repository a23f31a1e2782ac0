/** Holds the vocabulary: one word per thing in every text that people read. Keys of documents and names in code keep theirs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { page, pagesBelow, root } from "./markdown.ts";
import { listLiterals, readSourceLiterals, type SourceLiteral } from "./source-literals.ts";

interface RetiredWord {
  readonly word: RegExp;
  readonly instead: string;
  /** Uses that mean something else. */
  readonly legitimate?: RegExp;
  /** Files in which the word means something else. */
  readonly files?: RegExp;
}

const retiredWords: readonly RetiredWord[] = [
  {
    word: /\bpairs?\b/i,
    instead: "result",
    legitimate:
      /\bkey pairs?\b|\bpairs? of (?:an item|question|characters)|\bpair by pair\b|\bdifference of pairs\b|\bpairs calls\b/gi,
  },
  { word: /\bmiddle run\b|\bmiddle trial\b/i, instead: "the mean of its trials" },
  { word: /\bpace\b/i, instead: "usual time, rate limit" },
  { word: /\bprovisional\b/i, instead: "say what was not measured" },
  { word: /\bwith what is missing\b/i, instead: "name what is missing" },
  { word: /\bAXIS Score\b/, instead: "AXIS Result", legitimate: /never "AXIS Score"/g },
  {
    word: /\bcriteri(?:on|a)\b/i,
    instead: "check",
    // In the metric library, criteria are what a metric is given; a rubric has checks.
    legitimate: /\b(?:acceptance|new|answer) criteria\b|\| criteria, success_criteria,/gi,
    files: /^(?:src\/metrics\/|docs\/(?:metrics|calibration|custom-metrics))/,
  },
  {
    word: /\bcells?\b/i,
    instead: "run, result",
    // A table in a CSV file has cells, and a function of the statistics has an argument of that name.
    files: /^(?:src\/metrics\/datasets\/|src\/statistics\/|docs\/(?:metrics|architecture)\.md)/,
  },
  {
    word: /\bjobs?\b/i,
    instead: "run",
    legitimate: /\b(?:do|did|does|doing) (?:the|its) job\b|\bqueued jobs\b/gi,
    // GitHub calls what it runs a job; the architecture page names types.
    files: /^(?:docs\/(?:ci|architecture)\.md|action\.yml)/,
  },
  { word: /\battempts? per (?:scenario|agent|result)\b|\beach attempt of a result\b/i, instead: "trial" },
  {
    word: /\b(?:runs?|results?|trials?|it|they) (?:has |have |is |are |was |were )?completed\b|\bcompleted (?:runs?|results?|trials?)\b/i,
    instead: "passed, or: the agent ended by itself",
    // The scorecard's own word is in capitals.
    legitimate: /last \d+ completed runs|the run is COMPLETED/g,
  },
];

/** Words as judges read them are part of the measurement; SQL, test suites and shell words are read by programs. */
const unread =
  /^src\/(?:store\/sql|process\/shell|testing|judging\/model-judges\/prompts|metrics\/(?:composite|conversational)\/questions|metrics\/metric-body|metrics\/calibration\/misalignment)/;

/** A lone lower-case word is a key, a state or a class name. */
const isProse = ({ text }: SourceLiteral) => /\S\s+\S/.test(text) || /^[A-Z][a-z]+$/.test(text);

const messages = ["src", "web/src"]
  .flatMap(readSourceLiterals)
  .filter((literal) => !unread.test(literal.file) && isProse(literal));

/** Inline code and programs hold keys and names; what a command prints is read by people. */
function stripCode(markdown: string): string {
  return markdown.replaceAll(/^( *)```(?!text)[\s\S]*?^\1```$/gm, "").replaceAll(/`[^`\n]+`/g, "");
}

const pages: SourceLiteral[] = [
  page("README.md"),
  page("CHANGELOG.md"),
  ...pagesBelow("docs"),
  ...pagesBelow("skills"),
  ...pagesBelow("examples"),
  { path: "action.yml", text: readFileSync(join(root, "action.yml"), "utf8") },
].map(({ path, text }) => ({ file: path.replaceAll("\\", "/"), text: stripCode(text) }));

function findWord({ word, legitimate, files }: RetiredWord, texts: readonly SourceLiteral[]): string[] {
  return texts.flatMap(({ file, text }) => {
    if (files?.test(file)) return [];
    const plain = legitimate === undefined ? text : text.replaceAll(legitimate, "");
    const match = word.exec(plain.replaceAll(/\s+/g, " "));
    return match === null ? [] : [`${file}: ${match.input.slice(Math.max(0, match.index - 40), match.index + 50)}`];
  });
}

test("there is something to look at", () => {
  expect(messages.length).toBeGreaterThan(2_000);
  expect(pages.length).toBeGreaterThan(30);
});

describe.each(retiredWords.map((row) => ({ ...row, name: row.word.source })))("$name; write: $instead", (row) => {
  test("is in no message, help text or page of the dashboard", () => expect(findWord(row, messages)).toEqual([]));

  test("is in no page of the documentation", () => expect(findWord(row, pages)).toEqual([]));
});

test("a retired word is found in a template, between tags and across lines; a key is not", () => {
  const literals = listLiterals('const a = `${n} pairs\n failed`; const b = { pair: <p>No pair here</p> }; f("pair");');
  const texts = literals.map((text) => ({ file: "a.tsx", text })).filter(isProse);
  expect(findWord({ word: /\bpairs?\b/, instead: "result" }, texts)).toHaveLength(2);
});
