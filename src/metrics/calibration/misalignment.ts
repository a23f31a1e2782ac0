/** Asks a model why a judge and people differ, and how to improve the judge's criteria: first the patterns, then revised criteria. */
import { z } from "zod";
import type { Model, ModelAnswer } from "../../core/model.ts";
import type { Label } from "./label.ts";

/** Input of the analysis: the criteria the judge used, and records with both scores. */
export interface MisalignmentFacts {
  readonly criteria: string;
  readonly labels: readonly Label[];
  /** The lowest score that counts as a pass; default 0.5. */
  readonly threshold?: number;
}

const Pattern = z.object({
  description: z.string(),
  direction: z.enum(["too-lenient", "too-strict"]),
  /** Ids of the records that show the pattern. */
  ids: z.array(z.string()),
});
export type MisalignmentPattern = z.infer<typeof Pattern>;

const Suggested = z.object({
  optimizedCriteria: z.string().min(1),
  suggestions: z.array(z.object({ aspect: z.string(), suggestion: z.string(), rationale: z.string() })),
});
export type SuggestedCriteria = z.infer<typeof Suggested>;

/** More records of one kind would only repeat the same patterns. */
const maxRecordsOfEach = 20;
const maxFieldCharacters = 2_000;

/** Finds patterns in the records on which the judge and people differ. Patterns that match none of these records are dropped. */
export async function analyzeMisalignment(
  model: Model,
  facts: MisalignmentFacts,
  abort: AbortSignal = new AbortController().signal,
): Promise<ModelAnswer<readonly MisalignmentPattern[]>> {
  const { tooLenient, tooStrict } = selectDisagreements(facts);
  const known = new Set([...tooLenient, ...tooStrict].map(({ id }) => id));
  if (known.size === 0) return { status: "answered", value: [], spending: { costUsd: 0, calls: 0 } };
  const found = await model.ask(
    {
      about: "calibration.misalignment",
      prompt:
        "A judge scored answers by the criteria below, and people labelled the same answers. Every record here is one on which they differ: " +
        "under tooLenient the judge let pass what people failed, under tooStrict it failed what people let pass. " +
        "Say which patterns explain the differences: what the judge overlooks or overrates, as far as the records show it. " +
        "Name for each pattern its direction and the ids of the records that show it. A difference that stands alone is no pattern.",
      facts: { criteria: facts.criteria, tooLenient, tooStrict },
      answer: z.object({ patterns: z.array(Pattern) }),
      keys: "either",
    },
    { abort },
  );
  if (found.status === "failed") return found;
  const patterns = found.value.patterns
    .map((pattern) => ({ ...pattern, ids: pattern.ids.filter((id) => known.has(id)) }))
    .filter(({ ids }) => ids.length > 0);
  return { ...found, value: patterns };
}

/** Suggests criteria that take the patterns into account. Test them on other records before you adopt them. */
export function suggestCriteria(
  model: Model,
  facts: { readonly criteria: string; readonly patterns: readonly MisalignmentPattern[] },
  abort: AbortSignal = new AbortController().signal,
): Promise<ModelAnswer<SuggestedCriteria>> {
  return model.ask(
    {
      about: "calibration.criteria",
      prompt:
        "A judge goes by the criteria below, and differs from people in the patterns listed. Rewrite the criteria so that a judge who goes by them " +
        "agrees with people: keep what they ask for, say plainly what was misread, add nothing that no pattern calls for. " +
        "Then list each change: the aspect, what you suggest, and which pattern it answers.",
      facts: { criteria: facts.criteria, patterns: facts.patterns.map((pattern) => ({ ...pattern })) },
      answer: Suggested,
      keys: "either",
    },
    { abort },
  );
}

function selectDisagreements({ labels, threshold = 0.5 }: MisalignmentFacts) {
  const scored = labels.filter(({ human, judge }) => human !== null && judge !== null);
  const passes = (value: number | null) => (value ?? 0) >= threshold;
  const shown = (wanted: (label: Label) => boolean) =>
    scored.filter(wanted).slice(0, maxRecordsOfEach).map(toPromptRecord);
  return {
    tooLenient: shown(({ human, judge }) => !passes(human) && passes(judge)),
    tooStrict: shown(({ human, judge }) => passes(human) && !passes(judge)),
  };
}

function toPromptRecord({ id, query, output, expected, judge, reason, notes }: Label) {
  const texts = { query, output, expected, reason, notes };
  const given = Object.entries(texts).flatMap(([name, text]) =>
    text === null ? [] : [[name, text.slice(0, maxFieldCharacters).toWellFormed()]],
  );
  return { id, judge, ...(Object.fromEntries(given) as Partial<Record<keyof typeof texts, string>>) };
}
