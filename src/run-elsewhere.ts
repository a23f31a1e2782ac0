/** A run that is carried out elsewhere: asked for, waited for, and written into the report as if it had been run here. */
import { agentCost } from "./budget/spent-before.ts";
import type { Ticket } from "./budget/ticket.ts";
import type { Job } from "./core/plan.ts";
import type { Elsewhere, RemoteRun } from "./core/run/elsewhere.ts";
import { messageOf } from "./core/error.ts";
import type { GateExecution } from "./core/scenario/gate.ts";
import type { RunDetail } from "./core/report/run-detail.ts";
import { withoutFile } from "./core/run-patch.ts";
import type { RawFile, RunSlot } from "./core/store.ts";
import { finishRun, notRun, salvaged } from "./job-steps.ts";
import { newRunId } from "./runner/run-id.ts";
import type { Session } from "./session/session.ts";
import { sparseIndex } from "./transcript/sparse-index.ts";

export async function runElsewhere(
  job: Job,
  { leave, ...slot }: RunSlot & { readonly leave: Ticket },
  session: Session,
): Promise<RunDetail> {
  const earlier = session.waitingFor(job.cell);
  const runId = earlier ?? newRunId(session.now());
  const asked = { slot, session };
  try {
    const first = await askFor(job, runId, asked);
    // What an interruption called off before it began is asked for anew when the report is gone on with.
    const isCalledOff = first === null && earlier !== undefined && !session.brakes.stopping.aborted;
    const made = isCalledOff ? await askFor(job, newRunId(session.now()), asked) : first;
    if (made === null) return notRun(job, slot, { leave: session.brakes.stopping.reason, session });
    const detail = await withFiles(made, slot, session);
    await keepRaw(made, slot, session);
    leave.settle(agentCost(detail));
    return await writtenDown(job, detail, asked);
  } catch (error) {
    return await salvaged(job, { error, runId, slot, seen: undefined }, session);
  } finally {
    // What never said what it cost has used nothing that was heard of.
    leave[Symbol.dispose]();
  }
}

interface Asked {
  readonly slot: RunSlot;
  readonly session: Session;
}

/** The id is written down first, so that whoever goes on with the report waits for the same run. */
async function askFor(job: Job, runId: string, { slot, session }: Asked): Promise<RemoteRun> {
  await session.handle.record({ type: "attempt-started", data: { ...slot, runId } });
  session.emit({ type: "run-state", cell: job.cell, state: "pending" });
  return await ask(job, runId, session);
}

function ask(job: Job, runId: string, session: Session): ReturnType<Elsewhere> {
  const { elsewhere } = session.deps;
  if (elsewhere === undefined) throw new Error("there is nowhere else");
  const { reportId } = session.handle;
  return elsewhere(job, { runId, reportId, abort: session.brakes.stopping });
}

/** The detail with its captured files in this report. */
async function withFiles(made: NonNullable<RemoteRun>, slot: RunSlot, session: Session): Promise<RunDetail> {
  const { handle } = session;
  const { artifacts = [], gates, patch: _patch, ...detail } = made.detail;
  const kept = [];
  for (const artifact of artifacts) {
    const { file: _elsewhere, ...rest } = artifact;
    const content = artifact.file === undefined ? undefined : await made.artifact(artifact.path);
    if (content !== undefined) kept.push({ ...rest, file: await handle.addArtifact(slot, artifact.path, content) });
    else kept.push({ ...rest, skipped: rest.skipped ?? "it did not come back" });
  }
  const place = { attempt: slot.attempt, file: handle.detailFile(slot) };
  const executions = gates === undefined ? {} : { gates: await withLogs(made, slot, session) };
  const patch = await withPatch(made, slot, session);
  return { ...detail, ...place, ...patch, ...executions, ...(artifacts.length === 0 ? {} : { artifacts: kept }) };
}

/** The diff, in this report. */
async function withPatch(
  made: NonNullable<RemoteRun>,
  slot: RunSlot,
  { handle }: Session,
): Promise<Pick<RunDetail, "patch">> {
  const { patch } = made.detail;
  if (patch?.file === undefined) return patch === undefined ? {} : { patch };
  const content = await made.patch?.();
  if (content === undefined) return { patch: withoutFile(patch, "it did not come back") };
  const { file, bytes } = await handle.writePatch(slot, new TextDecoder().decode(content));
  return { patch: { ...patch, file, bytes } };
}

/** The executions of gates, with what they printed in this report. */
async function withLogs(
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

/** The run is whole without it, so what goes wrong with it is a warning. */
async function keepRaw(
  { raw, detail }: NonNullable<RemoteRun>,
  slot: RunSlot,
  { handle, emit }: Session,
): Promise<void> {
  try {
    const lines = await raw?.();
    if (lines === undefined && !hasRun(detail)) return;
    if (lines === undefined) throw new Error("it did not come back");
    await copyLines(lines, () => handle.openRaw(slot));
  } catch (error) {
    const { scenario, agent, trial } = slot.cell;
    const of = `${agent} in ${scenario}, trial ${trial}`;
    emit({
      type: "warning",
      message: `What ${of} printed is not in the report, or not all of it: ${messageOf(error)}`,
    });
  }
}

/** An agent that was never started printed nothing. */
function hasRun({ facts }: RunDetail): boolean {
  return facts?.stages.some(({ kind, executions }) => kind === "agent" && executions > 0) ?? false;
}

/** Nothing is waited for between having the lines and reading them: whoever gives them holds a place until they are read. */
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

async function writtenDown(job: Job, detail: RunDetail, { slot, session }: Asked): Promise<RunDetail> {
  const names = { scenarioKey: job.scenario.key, agentName: job.agent.name };
  await session.handle.writeSparseIndex(slot, sparseIndex(detail.interactions, names));
  session.emit({ type: "run-end", cell: job.cell, outcome: detail.outcome, durationMs: detail.durationMs ?? 0 });
  return await finishRun(job, detail, session);
}
