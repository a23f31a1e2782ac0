/** Detects personal data by patterns. */
import { type CodePointPositions, createCodePointPositions } from "../text/code-points.ts";
import { plausibilityFactor } from "./plausibility.ts";
import { findEmailSpans } from "./email.ts";
import { piiPatterns, separatedCardPattern } from "./patterns.ts";
import { isPersonName } from "./person-name.ts";
import { piiKinds, type PiiType, piiTypes } from "./pii-type.ts";
import type { Span } from "./span.ts";

export interface PiiDetection {
  readonly type: PiiType;
  readonly value: string;
  readonly confidence: number;
  /** Offsets in code points. */
  readonly start: number;
  readonly end: number;
}

export interface PiiOptions {
  /** Also finds card numbers whose digits are separated by single spaces or dashes; default false. */
  readonly cardSeparators?: boolean;
}

const minConfidence = 0.3;

/** Returns all sufficiently confident detections, in order. Of two that overlap, the more confident one stays; on a tie, the earlier one. */
export function detectPii(text: string, options: PiiOptions = {}): PiiDetection[] {
  const positions = createCodePointPositions(text);
  const found = piiTypes.flatMap((type) => findDetections(type, text, { positions, options }));
  found.sort((one, other) => one.start - other.start);
  const kept: PiiDetection[] = [];
  for (const detection of found) {
    const last = kept.at(-1);
    // Kept detections do not overlap and are sorted by start, so only the last one can overlap this one.
    const overlaps = last !== undefined && last.end > detection.start;
    if (overlaps && last.confidence >= detection.confidence) continue;
    if (overlaps) kept.pop();
    kept.push(detection);
  }
  return kept;
}

interface Search {
  readonly positions: CodePointPositions;
  readonly options: PiiOptions;
}

function findDetections(type: PiiType, text: string, { positions, options }: Search): PiiDetection[] {
  const detections: PiiDetection[] = [];
  for (const span of findSpans(type, text, options)) {
    if (type === "person_name" && !isPersonName(text, span, positions)) continue;
    const value = text.slice(span.start, span.end);
    const confidence = piiKinds[type].confidence * plausibilityFactor(type, value);
    if (confidence <= minConfidence) continue;
    const [start, end] = [positions.toPoints(span.start), positions.toPoints(span.end)];
    detections.push({ type, value, confidence, start, end });
  }
  return detections;
}

function* findSpans(type: PiiType, text: string, { cardSeparators = false }: PiiOptions): Generator<Span> {
  if (type === "email") {
    yield* findEmailSpans(text);
    return;
  }
  const pattern = type === "credit_card" && cardSeparators ? separatedCardPattern : piiPatterns[type];
  for (const match of text.matchAll(pattern)) yield { start: match.index, end: match.index + match[0].length };
}
