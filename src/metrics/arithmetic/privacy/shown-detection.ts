/** Finds of personal data as a report may show them: masked, unless somebody asked to see them. */
import type { PiiDetection } from "./detect-pii.ts";

export interface ShownDetection {
  readonly type: string;
  readonly confidence: number;
  readonly value: string;
  /** The text around it. */
  readonly context: string;
  /** `start-end`, in code points. */
  readonly position: string;
}

const contextLength = 50;
const visible = 4;

/** Each find with its value and surroundings; what else was found there is masked as well. */
export function shownDetections(text: string, detections: readonly PiiDetection[], reveal: boolean): ShownDetection[] {
  if (detections.length === 0) return [];
  const points = [...text];
  if (!reveal) for (const { start, end } of detections) points.fill("*", start, maskEnd(start, end));
  return detections.map(({ type, confidence, start, end }) => ({
    type,
    confidence,
    value: points.slice(start, end).join(""),
    context: points.slice(Math.max(0, start - contextLength), end + contextLength).join(""),
    position: `${start}-${end}`,
  }));
}

/** All but the last four characters; of four or fewer, all. */
function maskEnd(start: number, end: number): number {
  return end - start <= visible ? end : end - visible;
}
