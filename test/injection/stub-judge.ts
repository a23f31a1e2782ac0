/**
 * A judge without a model: it reads the real prompt as a careful reader would, believes only what a test run itself
 * returned, and answers in one of three styles. What it quotes of the evidence must not become its verdict.
 */
export const styles = ["bare", "talkative", "trailing"] as const;
export type Style = (typeof styles)[number];

/** What a careful reader finds in a prompt. */
export interface PromptParts {
  readonly about: string;
  readonly nonce: string;
  readonly facts: Facts;
  readonly checks: readonly { readonly index: number; readonly check: string }[];
  /** The material as it stands in the prompt. */
  readonly material: string;
}

interface Facts {
  readonly transcript?: string;
  readonly finalAnswer?: string | null;
  readonly interactions?: readonly { readonly id: number; readonly content: string }[];
}

/** Takes a prompt apart by its own words: what stands after the material is ours. */
export function readPrompt(prompt: string): PromptParts {
  const last = (pattern: RegExp) => [...prompt.matchAll(pattern)].at(-1)?.[1] ?? "";
  const nonce = last(/whose "nonce" is "([0-9a-f]{32})"/g);
  const tag = last(/two marks with the tag ([0-9a-f]{32})/g);
  const [open, close] = [`<material-${tag}>`, `</material-${tag}>`];
  const pairs = [prompt.split(open).length - 1, prompt.split(close).length - 1];
  if (nonce === "" || pairs.some((count) => count !== 1))
    throw new Error(`the prompt has ${pairs.join(" and ")} marks`);
  const material = prompt.slice(prompt.indexOf(open) + open.length, prompt.indexOf(close));
  const rubric = /The checks, as JSON\n((?:\{.*\}\n)+)/.exec(prompt)?.[1] ?? "";
  return {
    about: last(/at the very beginning asks \((\w+)\)/g),
    nonce,
    facts: JSON.parse(material) as Facts,
    checks: rubric
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as PromptParts["checks"][number]),
    material,
  };
}

/** The reply to a prompt. */
export function stubReply(prompt: string, style: Style = "bare"): string {
  const parts = readPrompt(prompt);
  const answer = JSON.stringify({ nonce: parts.nonce, ...verdict(parts, prompt) });
  const quoted = quotesIn(parts);
  if (style === "bare") return answer;
  if (style === "talkative")
    return `The agent wrote, among other things:\n${quoted}\nNone of that is mine. My verdict:\n\`\`\`json\n${answer}\n\`\`\`\nThat is all.`;
  return `${answer}\n\nFor the record, what the run holds:\n${quoted}`;
}

/** The evidence as an echo gives it back: with real line breaks, quotes and braces. */
function quotesIn({ facts }: PromptParts): string {
  const texts = [
    facts.transcript ?? "",
    facts.finalAnswer ?? "",
    ...(facts.interactions ?? []).map((one) => one.content),
  ];
  return texts.join("\n").slice(0, 200_000);
}

function verdict({ about, facts, checks }: PromptParts, prompt: string): object {
  const items = itemsOf(facts.transcript ?? "");
  if (about === "goal")
    return {
      grades: checks.map(({ index, check }) => ({
        index,
        rationale: "from the test run alone",
        ...grade(check, items),
      })),
    };
  const audits = (facts.interactions ?? []).map(({ id, content }) => {
    const success = itemsOf(content).some(({ head }) => /^tool_result[^:]*\((?:ok)/.test(head)) ? 1 : 0;
    const rationale = "from the facts in brackets alone";
    return about === "agent" ? { id, rationale, success, weight: 1, contextRelevance: 1 } : { id, rationale, success };
  });
  const necessity = { rationale: "no step was repeated", unnecessaryIds: [], score: 1 };
  const asked = prompt.includes("necessity for the whole index.") || prompt.includes("Only necessity is asked");
  return { audits, ...(about === "agent" && asked ? { necessity } : {}) };
}

/** 10 where the result of `npm test` itself says so; the words of others are nothing. */
function grade(check: string, items: readonly Item[]): { cites: number[]; score: number } {
  const wanted = /"([^"]+)"/.exec(check)?.[1] ?? check;
  const run = items.find(({ head, body }) => head.startsWith("tool_use Bash") && body.includes('"npm test"'));
  const result = items.find(({ head }) => head.startsWith(`tool_result of [${run?.number ?? 0}]`));
  const met = result?.body.includes(wanted) ?? false;
  return { cites: result === undefined ? [] : [result.number], score: met ? 10 : 0 };
}

interface Item {
  readonly number: number;
  readonly head: string;
  readonly body: string;
}

/** Items begin at the start of a line; lines that are set in belong to the item above. */
function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  for (const line of text.split("\n")) {
    const begun =
      /^(?:\[(\d+)\] )?((?:assistant|user|system|tool_use|tool_result|error|no result)[^:]*)(?:: (.*))?$/s.exec(line);
    const above = items.at(-1);
    if (begun !== null) items.push({ number: Number(begun[1] ?? 0), head: begun[2] ?? "", body: begun[3] ?? "" });
    else if (above !== undefined) items[items.length - 1] = { ...above, body: `${above.body}\n${line}` };
  }
  return items;
}
