/** Turns a transcript file into a run that can be scored and stored like any other. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { failureMessage, type Outcome, classifyOutcome } from "../../core/outcome.ts";
import { defaultRunLimits } from "../../core/config/limits.ts";
import { resolveServices } from "../../core/config/services.ts";
import { keyProblem, agentNameProblem } from "../../core/names/names.ts";
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import type { Cell } from "../../core/cell.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { GatheredDetail } from "../../evaluate/rescore.ts";
import { slotFile } from "../../store/paths.ts";
import { gatherEvidence } from "../../agents/transcript/gather.ts";
import { runStats } from "../../agents/transcript/stats.ts";
import { parseTime } from "../../agents/transcript/timestamps.ts";
import type { TranscriptFile } from "./transcript-file.ts";
import { toRubric } from "../../report/describe-run.ts";

/** The agent's name if a file states none: the name of the format. */
const formatName = "axis";

/** What the flags say about the runs. */
interface CellNames {
  readonly scenario: Scenario | undefined;
  /** Replaces the names that the files state. */
  readonly agent?: string | undefined;
}

/** Assigns a cell to each file: by the scenario's key, else the key in the file, else the file name. */
export function assignCells(files: readonly TranscriptFile[], { scenario, agent: given }: CellNames): Cell[] {
  const trials = new Map<string, number>();
  return files.map(({ written, read }) => {
    const agent = given ?? (isAgentName(read.agentName) ? read.agentName : formatName);
    const stated = scenario?.key ?? (isKey(read.scenarioKey) ? read.scenarioKey : null);
    const count = (key: string) => {
      const trial = (trials.get(`${key}\n${agent}`) ?? 0) + 1;
      trials.set(`${key}\n${agent}`, trial);
      return trial;
    };
    if (stated !== null) return { scenario: stated, agent, trial: count(stated) };
    // Files that only share a name are different tasks, not trials of the same one.
    const name = toScenarioKey(written);
    const number = count(name);
    return { scenario: number === 1 ? name : `${name}-${number}`, agent, trial: 1 };
  });
}

function isAgentName(name: string | null): name is string {
  return name !== null && agentNameProblem(name) === null;
}

function isKey(key: string | null): key is string {
  if (key === null) return false;
  try {
    return slotFile({ cell: { scenario: key, agent: formatName, trial: 1 }, attempt: 1 }, "detail") !== "";
  } catch {
    return false; // The key in the file cannot be used as a path; the file's own name is used instead.
  }
}

function toScenarioKey(written: string): string {
  const name = basename(written)
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
    .replaceAll(/^[.\s]+|[.\s]+$/g, "")
    .normalize("NFC");
  return keyProblem(name) === null ? name : "transcript";
}

/** What a run is scored with. */
export interface RunTask {
  readonly cell: Cell;
  readonly scenario: Scenario | undefined;
  /** Overrides the scenario's prompt. */
  readonly task: string | undefined;
  readonly verified: readonly VerifiedCheck[];
  /** Commands and hosts that count as services, besides the built-in ones. */
  readonly services?: readonly string[] | undefined;
}

export const noTimesWarning = "No entry has a timestamp: durations are unknown, and Speed counts as 1.0";

/** What the flags and the scenario say wins over what the transcript says. */
function resolveTask(read: TranscriptFile["read"], { task, scenario }: RunTask) {
  const rubric = scenario === undefined ? read.judge : toRubric(scenario);
  const prompt = task ?? scenario?.prompt ?? read.task ?? "";
  if (rubric === null) return { prompt, judge: null, checks: null };
  if (typeof rubric === "string") return { prompt, judge: rubric, checks: [{ check: rubric, weight: 1 }] };
  return { prompt, judge: [...rubric], checks: rubric };
}

/** Builds the unjudged detail of the run and its evidence. Scores and verdicts in the file are ignored. */
export function buildRun({ written, read, digest }: TranscriptFile, task: RunTask): GatheredDetail {
  const { cell, scenario, verified } = task;
  const { entries, outcome } = read;
  const { prompt, judge, checks } = resolveTask(read, task);
  const times = { startTime: read.startTime, endTime: read.endTime, durationMs: read.durationMs };
  const services = resolveServices(task.services);
  const evidence = gatherEvidence({
    scenarioKey: cell.scenario,
    task: prompt,
    checks,
    verified,
    outcome,
    tokenUsage: read.tokenUsage,
    transcript: entries,
    services,
    ...times,
  });
  const error = failureMessage(outcome);
  const told = { ...toUsage(read), error };
  const detail: RunDetail = {
    runId: deriveRunId(cell, outcome, digest),
    scenarioKey: cell.scenario,
    scenarioName: scenario?.name ?? read.scenarioName ?? cell.scenario,
    agentName: cell.agent,
    trial: cell.trial,
    durationMs: times.durationMs,
    exitCode: null,
    failed: outcome.status !== "completed",
    outcome,
    outcomeClass: classifyRun(evidence),
    ...told,
    file: written,
    prompt,
    judge,
    agentConfig: { agent: cell.agent.split("|")[0] ?? cell.agent },
    resolvedConfig: { ...unknownConfig, limits: scenario?.limits ?? defaultRunLimits, services },
    ...(entries.every(({ timestamp }) => parseTime(timestamp) === null) ? { warnings: [noTimesWarning] } : {}),
    checks: [...verified],
    output: {
      transcript: [...entries],
      result: evidence.finalAnswer,
      metadata: { ...times, exitCode: null, ...told },
    },
    interactions: [...evidence.interactions],
    stats: runStats({ entries, interactions: evidence.interactions }, times),
    skillsInstalled: [],
  };
  return { detail, evidence };
}

/** A transcript does not say how its run was set up. */
const unknownConfig = {
  skills: [],
  mcpServers: {},
  setup: [],
  teardown: [],
  artifacts: [],
  sandbox: { kind: "none" },
};

function toUsage({ tokenUsage, totalCostUsd }: TranscriptFile["read"]) {
  return {
    ...(tokenUsage === null ? {} : { tokenUsage }),
    ...(totalCostUsd === null ? {} : { totalCostUsd }),
  };
}

function classifyRun({ outcome, calledTool, verified }: Evidence): RunDetail["outcomeClass"] {
  const checkBroken = verified.some(({ status }) => status === "broken");
  return classifyOutcome({ outcome, calledTool, checkBroken, judgeFailed: false });
}

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Derived from the run alone, in the shape of any other run id: scoring a file twice gives the same bytes. */
function deriveRunId(cell: Cell, outcome: Outcome, digest: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([cell, outcome, digest]))
    .digest();
  let number = hash.readBigUInt64BE(0) * 2n ** 64n + hash.readBigUInt64BE(8);
  let id = "";
  for (let place = 0; place < 26; place += 1) {
    id = (digits[Number(number % 32n)] ?? "") + id;
    number /= 32n;
  }
  return `run_${id}`;
}
