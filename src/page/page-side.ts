/** One report as a page shows it: its runs from the store, and artifacts as far as there is room for them. */
import { readFile, stat } from "node:fs/promises";
import { messageOf } from "../core/error.ts";
import { resolveInside } from "../core/paths/inside.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Verdict } from "../report/gate.ts";
import type { PageSide } from "../report/html/pages.ts";

/** The most that is embedded of one file, and of all files of a page. */
const artifactBytes = { each: 1_000_000, all: 20_000_000 } as const;

export interface SideOptions {
  readonly name: string;
  readonly report: Report;
  readonly verdict: Verdict | null;
  /** Where the report's files are; null where they are not at hand. */
  readonly folder: string | null;
  readonly readDetail: (file: string) => Promise<RunDetail>;
  readonly onWarning: (message: string) => void;
}

export function pageSide({ name, report, verdict, folder, readDetail, onWarning }: SideOptions): PageSide {
  let left: number = artifactBytes.all;
  const readArtifact = async (file: string): Promise<Uint8Array | null> => {
    if (folder === null) return null;
    try {
      const path = await resolveInside(folder, file);
      const { size } = await stat(path);
      if (size > artifactBytes.each || size > left) return null;
      left -= size;
      return await readFile(path);
    } catch (error) {
      onWarning(`an artifact is not on the page: ${messageOf(error)}`);
      return null;
    }
  };
  return {
    name,
    report,
    verdict,
    files: report.results.flatMap(filesOf),
    async readRun(file) {
      try {
        return { detail: await readDetail(file), readArtifact };
      } catch (error) {
        onWarning(`a run is not on the page: ${messageOf(error)}`);
        return null;
      }
    },
  };
}

/** The detail files of all trials, where there is one. */
function filesOf({ file, trials }: PairResult): string[] {
  return (trials?.map((trial) => trial.file) ?? [file]).filter((path) => path !== "");
}
