/** Files of a run that this process made: in its report, or still in the database until the report has them. */
import type { FilesOf, RunFiles } from "./run-files.ts";

export function withStoredFallback(report: RunFiles, stored: RunFiles): RunFiles {
  /** Files that are not in the database are treated as deleted together with the report. */
  async function isStored(run: FilesOf): Promise<boolean> {
    const some = await stored.events(run, { after: -1, limit: 1 });
    return some !== "gone" && some.length > 0;
  }

  async function either<T>(run: FilesOf, read: (files: RunFiles) => Promise<T | "gone">): Promise<T | "gone"> {
    const found = await read(report);
    if (found !== "gone") return found;
    // Files that have left the database may be in the report by now.
    return await read((await isStored(run)) ? stored : report);
  }

  return {
    events: (run, part) => either(run, (files) => files.events(run, part)),
    artifacts: (run) => either(run, (files) => files.artifacts(run)),
    artifact: (run, path) => either(run, (files) => files.artifact(run, path)),
    async patch(run) {
      const found = await report.patch(run);
      // The patch is kept longer than the transcript, so the database is checked without looking for events.
      return found === "gone" ? ((await stored.patch(run)) ?? "gone") : found;
    },
    log: (run, log) => either(run, (files) => files.log(run, log)),
    detail: (run) => either(run, (files) => files.detail(run)),
    hasPage: async (run) => (await report.hasPage(run)) || (await stored.hasPage(run)),
    page: (run) => either(run, (files) => files.page(run)),
    pagePart: (run, part) => either(run, (files) => files.pagePart(run, part)),
  };
}
