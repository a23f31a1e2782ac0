/** Files of a run that this process carried out: in its report, or still in the database until the report has them. */
import type { FilesOf, RunFiles } from "./run-files.ts";

export function firstThere(report: RunFiles, stored: RunFiles): RunFiles {
  /** What was never stored, or is not any more, is gone with its report. */
  async function isStored(run: FilesOf): Promise<boolean> {
    const some = await stored.events(run, { after: -1, limit: 1 });
    return some !== "gone" && some.length > 0;
  }

  return {
    async events(run, part) {
      const found = await report.events(run, part);
      return found === "gone" && (await isStored(run)) ? await stored.events(run, part) : found;
    },
    async artifacts(run) {
      const found = await report.artifacts(run);
      return found === "gone" && (await isStored(run)) ? await stored.artifacts(run) : found;
    },
    async artifact(run, path) {
      return (await report.artifact(run, path)) ?? (await stored.artifact(run, path));
    },
  };
}
