/** Aspects with their concepts, and the judge's reply on each, restricted to the concepts of the rubric. */

export interface Aspect {
  readonly aspectName: string;
  readonly concepts: readonly string[];
}

/** A judge's reply about one aspect. */
export interface AspectReply {
  readonly covered: boolean;
  readonly conceptsCovered: readonly (string | number)[];
  readonly conceptsMissing: readonly (string | number)[];
  readonly reason: string;
}

export interface AspectResult {
  readonly aspect: string;
  readonly covered: boolean;
  readonly conceptsCovered: readonly string[];
  readonly conceptsMissing: readonly string[];
  readonly reason: string;
}

/** Returns the requested aspects with their concepts; an aspect without concepts is its own concept. */
export function buildRubric(names: readonly string[], details: readonly Aspect[]): Aspect[] {
  const byName = new Map(details.map((detail) => [normalizeText(detail.aspectName), detail]));
  const wanted = new Set(names.map(normalizeText));
  return names.map((aspectName, index) => {
    const atPlace = details.length === names.length ? details[index] : undefined;
    // Accepts a detail at the right index under a new name, unless it belongs to another aspect.
    const renamed = atPlace === undefined || wanted.has(normalizeText(atPlace.aspectName)) ? undefined : atPlace;
    const concepts = removeDuplicates((byName.get(normalizeText(aspectName)) ?? renamed)?.concepts ?? []);
    return { aspectName, concepts: concepts.length === 0 ? [aspectName] : concepts };
  });
}

export interface AspectMatching {
  /** Treats a concept that is reported as both covered and missing as contradicted. */
  readonly checkForContradictions: boolean;
  readonly note: (sentence: string) => void;
}

/** Matches a reply to the rubric. A concept that the reply does not mention is missing. */
export function matchAspect(
  aspect: Aspect,
  reply: AspectReply,
  { checkForContradictions, note }: AspectMatching,
): AspectResult {
  const covered = matchConcepts(aspect, reply.conceptsCovered, note);
  const missing = matchConcepts(aspect, reply.conceptsMissing, note);
  const both = aspect.concepts.filter((concept) => covered.has(concept) && missing.has(concept));
  const isCovered = (concept: string) => covered.has(concept) && !(checkForContradictions && missing.has(concept));
  return {
    aspect: aspect.aspectName,
    covered: reply.covered && !(checkForContradictions && both.length > 0),
    conceptsCovered: aspect.concepts.filter(isCovered),
    conceptsMissing: aspect.concepts.filter((concept) => !isCovered(concept)),
    reason: reply.reason,
  };
}

/** Returns the concepts of the rubric that a list names by text or by index. */
function matchConcepts(
  aspect: Aspect,
  entries: readonly (string | number)[],
  note: (sentence: string) => void,
): Set<string> {
  const found = new Set<string>();
  for (const entry of entries) {
    const concept =
      aspect.concepts.find((known) => normalizeText(known) === normalizeText(String(entry))) ??
      (/^\d+$/.test(String(entry).trim()) ? aspect.concepts[Number(entry)] : undefined);
    if (concept === undefined) note(`"${entry}" is not a concept of the aspect "${aspect.aspectName}"`);
    else found.add(concept);
  }
  return found;
}

/** Returns the covered shares of all concepts and of all aspects. */
export function computeCoverage(results: readonly AspectResult[]): { concepts: number; aspects: number } {
  const covered = results.reduce((sum, { conceptsCovered }) => sum + conceptsCovered.length, 0);
  const all = results.reduce((sum, result) => sum + result.conceptsCovered.length + result.conceptsMissing.length, 0);
  return {
    concepts: all === 0 ? 0 : covered / all,
    aspects: results.length === 0 ? 0 : results.filter((result) => result.covered).length / results.length,
  };
}

/** Merges several turns: a concept or aspect is covered if any turn covers it. */
export function mergeTurns(turns: readonly (readonly AspectResult[])[]): AspectResult[] {
  const [first = []] = turns;
  return first.map((result, index) => {
    const same = turns.flatMap((turn) => turn[index] ?? []);
    const covered = new Set(same.flatMap(({ conceptsCovered }) => conceptsCovered));
    const concepts = [...result.conceptsCovered, ...result.conceptsMissing];
    return {
      ...result,
      covered: same.some((turn) => turn.covered),
      conceptsCovered: concepts.filter((concept) => covered.has(concept)),
      conceptsMissing: concepts.filter((concept) => !covered.has(concept)),
    };
  });
}

function removeDuplicates(texts: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const text of texts)
    if (text.trim() !== "" && !first.has(normalizeText(text))) first.set(normalizeText(text), text);
  return [...first.values()];
}

function normalizeText(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}
