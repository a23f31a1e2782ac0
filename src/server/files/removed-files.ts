/** The files of a run whose retention period is over; its row and its score remain. */
import type { RunFiles } from "./run-files.ts";

export const removedFiles: RunFiles = {
  events: async () => "gone",
  artifacts: async () => "gone",
  artifact: async () => "gone",
  patch: async () => "gone",
  log: async () => "gone",
  detail: async () => "gone",
  hasPage: async () => false,
  page: async () => "gone",
  pagePart: async () => "gone",
};
