/** One report as shown on a page: its runs from the store, and its artifacts as far as there is room. */
import { readFile, stat } from "node:fs/promises";
import { errorMessage } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { listDetailFiles } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { OpenedRun } from "../../core/run/opened-run.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { PageSide } from "../html/pages.ts";
import { unreadableError } from "../../store/documents/read-document.ts";
import { openForReading } from "../../store/long-detail/long-detail.ts";

/** The maximum size of one embedded file, and of all embedded files of a page. */
const artifactBytes = { each: 1_000_000, all: 20_000_000 } as const;

/** Opens a run by its detail file. */
export type OpenRun = (file: string) => Promise<OpenedRun>;

/** Returns a function that opens the runs of the report in this folder. */
export function openRunsIn(folder: string): OpenRun {
  return async (file) => {
    const path = await resolveInside(folder, file).catch((error: unknown) => {
      throw unreadableError(file, errorMessage(error), error);
    });
    return await openForReading(path, file);
  };
}

export interface SideOptions {
  readonly name: string;
  readonly report: Report;
  readonly verdict: ReportVerdict | null;
  /** The folder of the diffs and artifacts. */
  readonly folder: string;
  /** Embeds no artifacts. */
  readonly onlyDiffs?: boolean;
  readonly openRun: OpenRun;
  readonly onWarning: (message: string) => void;
}

export function createPageSide(options: SideOptions): PageSide {
  const { name, report, verdict, folder, onlyDiffs = false, openRun, onWarning } = options;
  let left: number = artifactBytes.all;
  const readArtifact = async (file: string): Promise<Uint8Array | null> => {
    if (onlyDiffs && !file.endsWith(".patch")) return null;
    try {
      const path = await resolveInside(folder, file);
      const { size } = await stat(path);
      if (size > artifactBytes.each || size > left) return null;
      left -= size;
      return await readFile(path);
    } catch (error) {
      onWarning(`an artifact is not on the page: ${errorMessage(error)}`);
      return null;
    }
  };
  return {
    name,
    report,
    verdict,
    files: report.results.flatMap(listDetailFiles),
    readRun: async (file) => ({ run: await openRun(file), readArtifact }),
    onLeftOut: (why) => onWarning(`a run is not on the page: ${why.message}`),
  };
}
