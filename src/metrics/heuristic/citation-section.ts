/** Finds the sources section of an answer by meaning if no phrase marks it: the first paragraph similar to a known phrase. */
import type { Embedder } from "../../core/model.ts";
import { resourcePhrases } from "../arithmetic/citations/resource-section.ts";

export type SectionSearch =
  | { readonly status: "found"; readonly start: number | null }
  | { readonly status: "failed"; readonly why: string };

export interface SemanticSearch {
  readonly embedder: Embedder;
  readonly phrases: readonly string[];
  /** The lowest cosine similarity at which a paragraph matches a phrase. */
  readonly threshold: number;
  readonly abort: AbortSignal;
}

/** Returns the start of the first paragraph that is similar to a phrase; null if none is. */
export async function findSection(text: string, search: SemanticSearch): Promise<SectionSearch> {
  const paragraphs = splitParagraphs(text);
  if (paragraphs.length === 0) return { status: "found", start: null };
  const phrases = [...search.phrases, ...resourcePhrases];
  const texts = [...phrases, ...paragraphs.map((paragraph) => paragraph.text)];
  const embedded = await search.embedder.embed(texts, search.abort);
  if (embedded.status === "failed") return { status: "failed", why: `embedding failed: ${embedded.why}` };
  const { vectors } = embedded;
  if (vectors.length !== texts.length)
    return { status: "failed", why: `embedding failed: ${vectors.length} vectors for ${texts.length} texts` };
  const anchors = vectors.slice(0, phrases.length);
  const close = paragraphs.find((_, index) => {
    const vector = vectors[phrases.length + index] ?? [];
    return anchors.some((anchor) => cosineSimilarity(vector, anchor) >= search.threshold);
  });
  return { status: "found", start: close?.start ?? null };
}

interface Paragraph {
  readonly text: string;
  readonly start: number;
}

/** Splits a text into runs of non-blank lines. */
function splitParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let start = 0;
  let open = false;
  for (const line of text.split("\n")) {
    const blank = line.trim() === "";
    const last = paragraphs.at(-1);
    if (!blank && open && last) paragraphs[paragraphs.length - 1] = { ...last, text: `${last.text}\n${line}` };
    else if (!blank) paragraphs.push({ text: line, start });
    open = !blank;
    start += line.length + 1;
  }
  return paragraphs;
}

/** Returns the cosine of the angle between two vectors of the same length; 0 if one of them is all zeros. */
function cosineSimilarity(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length)
    throw new RangeError(`The vectors have different lengths: ${one.length} and ${other.length}`);
  let product = 0;
  let first = 0;
  let second = 0;
  for (const [index, value] of one.entries()) {
    const beside = other[index] as number;
    product += value * beside;
    first += value * value;
    second += beside * beside;
  }
  return first === 0 || second === 0 ? 0 : product / Math.sqrt(first * second);
}
