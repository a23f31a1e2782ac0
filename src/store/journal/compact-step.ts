/** Compacts the steps of a report for memory. Fields are listed one by one: a spread object takes five times the memory. */
import type { Cell } from "../../core/cell.ts";
import type { FileMark, JournalStep } from "../../core/store.ts";

/** An equal step that takes less memory, and shares only the cell with the original. */
export function compactStep(step: JournalStep, cell?: Cell): JournalStep {
  switch (step.type) {
    case "plan":
    case "report-closed":
      return step;
    case "stale":
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt: step.data.attempt } };
    case "attempt-started": {
      const { attempt, runId } = step.data;
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt, runId } };
    }
    case "attempt-failed": {
      const { attempt, runId, why } = step.data;
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt, runId, why } };
    }
    case "not-run":
      return { type: step.type, data: { cell: cell ?? step.data.cell, why: step.data.why } };
    case "judged": {
      const { attempt, runId, detail } = step.data;
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt, runId, detail: compactMark(detail) } };
    }
    case "run-recorded": {
      const { attempt, runId, detail } = step.data;
      const raw = step.data.raw === null ? null : compactMark(step.data.raw);
      const data = { cell: cell ?? step.data.cell, attempt, runId, detail: compactMark(detail), raw };
      return { type: step.type, data };
    }
  }
}

function compactMark({ file, bytes, sha256 }: FileMark): FileMark {
  return { file, bytes, sha256 };
}
