/** Fetches a run from a server: detail, transcript, scorecard and captured files, each with its own request. */
import { z } from "zod";
import { type EndedRun, describeMissingRun } from "../../core/run/remote-runner.ts";
import { Entry } from "../../core/entry.ts";
import type { GateRun } from "../../core/scenario/gate.ts";
import { RunDetail } from "../../core/report/run-detail.ts";
import { RunScorecard } from "../../core/run/run-scorecard.ts";
import { type ServerRequest, type ServerClient } from "./server-client.ts";
import { ServerUnavailable, ServerRefusal } from "./server-errors.ts";

/** A server that restarts is back within this time; after that it counts as unavailable. */
export const patienceMs = 300_000;

/** The run with its transcript and its scorecard. If the run has no detail, throws an error with the reason. */
export async function fetchDetail(client: ServerClient, run: EndedRun): Promise<RunDetail> {
  const ask = createRunRequests(client, run.id);
  const rest = await ignoreNotFound(ask.json("detail"));
  if (rest === undefined) throw new Error(describeMissingRun(run.reason, await fetchResultDocument(ask)));
  const detail = RunDetail.parse(rest);
  const transcript = await fetchTranscript(client, run.id);
  const card = await ignoreNotFound(ask.json("scorecard"));
  const scorecard = card === undefined ? undefined : RunScorecard.parse(card);
  return { ...detail, output: { ...detail.output, transcript }, ...(scorecard && { scorecard }) };
}

/** The bytes of a captured file; undefined if it no longer exists. */
export async function fetchArtifact(client: ServerClient, id: string, path: string): Promise<Uint8Array | undefined> {
  const name = path.split("/").map(encodeURIComponent).join("/");
  return await fetchBytes(client, `v1/runs/${id}/artifacts/${name}`);
}

/** The diff of a run; undefined if it no longer exists. */
export async function fetchPatch(client: ServerClient, id: string): Promise<Uint8Array | undefined> {
  return await fetchBytes(client, `v1/runs/${id}/patch`);
}

/** The output of one execution of a gate; undefined if it no longer exists. */
export async function fetchGateLog(
  client: ServerClient,
  id: string,
  { gate, execution }: GateRun,
): Promise<Uint8Array | undefined> {
  return await fetchBytes(client, `v1/runs/${id}/gates/${encodeURIComponent(gate)}/${execution}`);
}

async function fetchBytes(client: ServerClient, path: string): Promise<Uint8Array | undefined> {
  const ask: ServerRequest = { method: "GET", path, patienceMs, stream: "to its end" };
  return await ignoreNotFound(client.send(ask, async (answer) => new Uint8Array(await answer.arrayBuffer())));
}

function createRunRequests(client: ServerClient, id: string) {
  const ask = (path: string): ServerRequest => ({ method: "GET", path, patienceMs });
  return {
    json: (part: string) => client.json(ask(`v1/runs/${id}/${part}`)),
    run: () => client.json(ask(`v1/runs/${id}`)),
  };
}

const ResultDocumentAnswer = z.object({ axis_result_document: z.unknown() });

async function fetchResultDocument({ run }: { run: () => Promise<unknown> }): Promise<unknown> {
  return ResultDocumentAnswer.parse(await run()).axis_result_document;
}

const Line = z.object({ index: z.number().int(), event: Entry });

/** Fetches all events. If the stream breaks, it resumes after the last event received. */
export async function fetchTranscript(client: ServerClient, id: string): Promise<Entry[]> {
  const read: ReadSoFar = { entries: [], last: undefined };
  const headers = { accept: "application/x-ndjson" };
  const until = performance.now() + patienceMs;
  for (;;) {
    const query = { after: String(read.last ?? -1) };
    const ask: ServerRequest = {
      method: "GET",
      path: `v1/runs/${id}/transcript`,
      query,
      headers,
      stream: "to its end",
    };
    try {
      await client.send(ask, (answer) => readLines(answer, read));
      return read.entries;
    } catch (error) {
      if (!(error instanceof ServerUnavailable) || performance.now() > until) throw error;
      await client.pause(retryPauseMs);
    }
  }
}

/** The pause before a broken response is requested again. */
export const retryPauseMs = 2_000;

interface ReadSoFar {
  readonly entries: Entry[];
  /** The number of the last entry. The first entry has 0, or a higher number if an earlier try failed. */
  last: number | undefined;
}

async function readLines(answer: Response, read: ReadSoFar): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of answer.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) addLine(line, read);
  }
}

function addLine(line: string, read: ReadSoFar): void {
  const { index, event } = Line.parse(JSON.parse(line));
  if (read.last !== undefined && index !== read.last + 1)
    throw new Error(`The transcript is missing event ${read.last + 1}`);
  read.entries.push(event);
  read.last = index;
}

/** Returns undefined for a 404 response; any other error is thrown. */
export async function ignoreNotFound<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ServerRefusal && error.status === 404) return undefined;
    throw error;
  }
}
