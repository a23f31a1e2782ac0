/** Finds the output of a run in a local report: the files beside its detail. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { systemCode } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { slotFile } from "../../store/paths.ts";
import type { ArtifactContent, LogName } from "./run-files.ts";

/** `folder` is the report's folder. Undefined if no output was kept. */
export async function findLocalLog(head: RunDetail, folder: string, log: LogName): Promise<ArtifactContent | undefined> {
  const path = log === "raw" ? rawFilePath(head) : gateLogPath(head, log);
  if (path === undefined) return undefined;
  const file = await resolveInside(folder, path);
  const bytes = await readFileSize(file);
  if (bytes === undefined) return undefined;
  return { path, bytes, mediaType: "text/plain", content: () => createReadStream(file) };
}

function rawFilePath({ scenarioKey, agentName, trial, attempt = 1 }: RunDetail): string {
  return slotFile({ cell: { scenario: scenarioKey, agent: agentName, trial }, attempt }, "raw");
}

function gateLogPath({ gates = [] }: RunDetail, { gate, execution }: Exclude<LogName, "raw">): string | undefined {
  return gates.find((each) => each.gate === gate && each.execution === execution)?.log;
}

/** Undefined for a missing file: a report that was only rescored has no raw file. */
async function readFileSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
