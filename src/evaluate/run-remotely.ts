/** Executes a run remotely: requests it, waits for it, and writes it into the report as if it had run here. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toAgentCost } from "./budget/earlier-spending.ts";
import type { Ticket } from "../judging/budget/ticket.ts";
import type { Job } from "../core/plan.ts";
import type { RemoteRunner, RemoteRun } from "../core/run/remote-runner.ts";
import { errorMessage } from "../core/error.ts";
import type { GateExecution } from "../core/scenario/gate.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import { withoutFile } from "../core/run-patch.ts";
import type { RawFile, RunSlot } from "../core/store.ts";
import { closeRun, describeNotRun, recordInternalFailure } from "./job-steps.ts";
import { commitPatch } from "../runner/workspace/commit-work.ts";
import { newRunId } from "../runner/run-id.ts";
import type { Session } from "./session.ts";
import { sparseIndex } from "../agents/transcript/sparse-index.ts";

export async function runRemotely(
  job: Job,
  { leave, ...slot }: RunSlot & { readonly leave: Ticket },
  session: Session,
): Promise<RunDetail> {
  const earlier = session.findRequestedRun(job.cell);
  const runId = earlier ?? newRunId(session.now());
  const asked = { slot, session };
  try {
    const first = await requestRun(job, runId, asked);
    // A run that an interruption cancelled before it started is requested again when the report is resumed.
    const isCalledOff = first === null && earlier !== undefined && !session.stopConditions.stopping.aborted;
    const made = isCalledOff ? await requestRun(job, newRunId(session.now()), asked) : first;
    if (made === null) return describeNotRun(job, slot, { leave: session.stopConditions.stopping.reason, session });
    const detail = await copyCapturedFiles(made, slot, session);
    await copyRawOutput(made, slot, session);
    leave.settle(toAgentCost(detail));
    await keepRemoteWork(job, made, session);
    return await recordRemoteRun(job, detail, asked);
  } catch (error) {
    return await recordInternalFailure(job, { error, runId, slot, seen: undefined }, session);
  } finally {
    // A run that never reported its cost is settled with the observed usage, which is none.
    leave[Symbol.dispose]();
  }
}

interface RemoteRunContext {
  readonly slot: RunSlot;
  readonly session: Session;
}

/** Records the id first, so that a resumed report waits for the same run. */
async function requestRun(job: Job, runId: string, { slot, session }: RemoteRunContext): Promise<RemoteRun> {
  await session.handle.record({ type: "attempt-started", data: { ...slot, runId } });
  session.emit({ type: "run-state", cell: job.cell, state: "pending" });
  return await callRemoteRunner(job, runId, session);
}

function callRemoteRunner(job: Job, runId: string, session: Session): ReturnType<RemoteRunner> {
  const { elsewhere } = session.deps;
  if (elsewhere === undefined) throw new Error("no remote runner is configured");
  const { reportId } = session.handle;
  return elsewhere(job, { runId, reportId, abort: session.stopConditions.stopping });
}

/** Copies the captured files into this report and returns the detail. */
async function copyCapturedFiles(made: NonNullable<RemoteRun>, slot: RunSlot, session: Session): Promise<RunDetail> {
  const { handle } = session;
  const { artifacts = [], gates, patch: _patch, ...detail } = made.detail;
  const kept = [];
  for (const artifact of artifacts) {
    const { file: _elsewhere, ...rest } = artifact;
    const content = artifact.file === undefined ? undefined : await made.artifact(artifact.path);
    if (content !== undefined) kept.push({ ...rest, file: await handle.addArtifact(slot, artifact.path, content) });
    else kept.push({ ...rest, skipped: rest.skipped ?? "the remote run did not return it" });
  }
  const place = { attempt: slot.attempt, file: handle.detailFile(slot) };
  const executions = gates === undefined ? {} : { gates: await copyGateLogs(made, slot, session) };
  const patch = await copyPatch(made, slot, session);
  return { ...detail, ...place, patch, ...executions, ...(artifacts.length === 0 ? {} : { artifacts: kept }) };
}

/** Copies the diff into this report. */
async function copyPatch(
  made: NonNullable<RemoteRun>,
  slot: RunSlot,
  { handle }: Session,
): Promise<RunDetail["patch"]> {
  const { patch } = made.detail;
  if (patch?.file === undefined) return patch;
  const content = await made.patch?.();
  if (content === undefined) return withoutFile(patch, "the remote run did not return it");
  const { file, bytes } = await handle.writePatch(slot, new TextDecoder().decode(content));
  return { ...patch, file, bytes };
}

/** Hands the work of a run over as a commit, made from its diff. Work without a whole diff is lost to the contest, not the run. */
async function keepRemoteWork({ cell }: Job, made: NonNullable<RemoteRun>, session: Session): Promise<void> {
  const { start } = session.plan;
  const { onWork, env = process.env } = session.deps;
  const { runId, patch } = made.detail;
  if (start === undefined || onWork === undefined) return;
  if (patch === undefined || patch.files === 0) return;
  const folder = await mkdtemp(join(tmpdir(), "axis-work-"));
  try {
    const message = `${cell.agent}: ${cell.scenario}, trial ${cell.trial}`;
    const place = { runId, path: env["PATH"] ?? "", folder: join(folder, "work.git") };
    await onWork(cell, runId, await commitPatch(start, { ...place, message, patch: await readWholePatch(made) }));
  } catch (error) {
    const why = session.redactor.text(errorMessage(error));
    session.emit({ type: "warning", cell, message: `The work of this run has no branch: ${why}` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readWholePatch({ detail: { patch }, patch: read }: NonNullable<RemoteRun>): Promise<Uint8Array> {
  const isWhole = patch?.partial === 0 && patch.file !== undefined;
  const content = isWhole ? await read?.() : undefined;
  if (content !== undefined) return content;
  throw new Error(patch?.missing ?? "its diff is not whole");
}

/** Copies the output of the gates into this report. */
async function copyGateLogs(
  { detail, gateLog }: NonNullable<RemoteRun>,
  slot: RunSlot,
  { handle }: Session,
): Promise<GateExecution[]> {
  const kept: GateExecution[] = [];
  for (const { log: elsewhere, ...execution } of detail.gates ?? []) {
    const content = elsewhere === undefined ? undefined : await gateLog?.(execution);
    const path = `gates/${execution.gate}-${execution.execution}.log`;
    kept.push(content === undefined ? execution : { ...execution, log: await handle.addArtifact(slot, path, content) });
  }
  return kept;
}

/** The run is complete without its raw output, so a failure here is only a warning. */
async function copyRawOutput(
  { raw, detail }: NonNullable<RemoteRun>,
  slot: RunSlot,
  { handle, emit }: Session,
): Promise<void> {
  try {
    const lines = await raw?.();
    if (lines === undefined && !hasAgentStarted(detail)) return;
    if (lines === undefined) throw new Error("the remote run did not return it");
    await copyLines(lines, () => handle.openRaw(slot));
  } catch (error) {
    const { scenario, agent, trial } = slot.cell;
    const of = `${agent} in ${scenario}, trial ${trial}`;
    emit({
      type: "warning",
      message: `The output of ${of} is missing from the report, or incomplete: ${errorMessage(error)}`,
    });
  }
}

/** An agent that never started printed nothing. */
function hasAgentStarted({ facts }: RunDetail): boolean {
  return facts?.stages.some(({ kind, executions }) => kind === "agent" && executions > 0) ?? false;
}

/** Reads the lines as soon as they are available, without awaiting anything else: their source holds a slot until then. */
async function copyLines(lines: AsyncIterable<string>, open: () => Promise<RawFile>): Promise<void> {
  let file: RawFile | undefined;
  try {
    for await (const line of lines) (file ??= await open()).append(line);
  } catch (error) {
    file?.append('{"axis":"the rest did not come back"}');
    await file?.close();
    throw error;
  }
  await (file ?? (await open())).close();
}

async function recordRemoteRun(job: Job, detail: RunDetail, { slot, session }: RemoteRunContext): Promise<RunDetail> {
  const names = { scenarioKey: job.scenario.key, agentName: job.agent.name };
  await session.handle.writeSparseIndex(slot, sparseIndex(detail.interactions, names));
  session.emit({ type: "run-end", cell: job.cell, outcome: detail.outcome, durationMs: detail.durationMs ?? 0 });
  return await closeRun(job, detail, session);
}
