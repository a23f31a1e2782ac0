/** Prepares detections of personal data for a report: masked, unless the options ask to reveal them. */
import type { PiiDetection } from "./detect-pii.ts";

export interface ReportedDetection {
  readonly type: string;
  readonly confidence: number;
  readonly value: string;
  /** The surrounding text. */
  readonly context: string;
  /** `start-end`, in code points. */
  readonly position: string;
}

const contextLength = 50;
const visibleCharacters = 4;

/** Returns each detection with its value and context; other detections in the context are masked as well. */
export function toReportedDetections(text: string, detections: readonly PiiDetection[], reveal: boolean): ReportedDetection[] {
  if (detections.length === 0) return [];
  const points = [...text];
  if (!reveal) for (const { start, end } of detections) points.fill("*", start, findMaskEnd(start, end));
  return detections.map(({ type, confidence, start, end }) => ({
    type,
    confidence,
    value: points.slice(start, end).join(""),
    context: points.slice(Math.max(0, start - contextLength), end + contextLength).join(""),
    position: `${start}-${end}`,
  }));
}

/** Masks all but the last four characters, or everything if there are at most four. */
function findMaskEnd(start: number, end: number): number {
  return end - start <= visibleCharacters ? end : end - visibleCharacters;
}
