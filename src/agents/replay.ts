/** The replay agent: plays back a stored transcript, instantly and always the same, as if an agent were running. */
import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { AgentAdapter, AgentIO, AgentTask } from "../core/agent.ts";
import { errorMessage } from "../core/error.ts";
import type { ReadTranscript } from "./transcript/read-result.ts";
import { readTranscript } from "./transcript/read-transcript.ts";
import { stopOutcome } from "./ending.ts";

const transcriptMissing = `The replay agent needs "transcript": a stored transcript in any format that "axis score" reads`;

/** Plays the `transcript` of an agent entry; `{scenario}` and `{trial}` in it are replaced by the run's own. */
export const replayAgent: AgentAdapter = {
  name: "replay",
  acceptsModel: false,
  acceptsEndpoint: true,

  async missing(_env, { transcript, configDir }) {
    if (transcript === undefined) return [transcriptMissing];
    return hasJobPlaceholder(transcript) ? [] : await listUnreadable(transcript, configDir);
  },

  async missingForJob({ transcript = "", configDir, ...job }) {
    return hasJobPlaceholder(transcript) ? await listUnreadable(fillRecordingName(transcript, job), configDir) : [];
  },

  async run(task, io) {
    if (io.abort.aborted) return stopOutcome(io.abort);
    if (task.transcript === undefined) return { status: "failed", code: "spawn", message: transcriptMissing };
    const name = fillRecordingName(task.transcript, task);
    let recording: ReadTranscript;
    try {
      recording = readRecording(await readFile(resolve(task.configDir, name), "utf8"));
    } catch (error) {
      return {
        status: "failed",
        code: "spawn",
        message: `Cannot replay the transcript "${name}": ${errorMessage(error)}`,
      };
    }
    playRecording(recording, io);
    return io.abort.aborted ? stopOutcome(io.abort) : recording.outcome;
  },
};

function hasJobPlaceholder(pattern: string): boolean {
  return /\{(?:scenario|trial)\}/.test(pattern);
}

async function listUnreadable(name: string, configDir: string): Promise<string[]> {
  const file = resolve(configDir, name);
  try {
    await access(file, constants.R_OK);
    if (!(await stat(file)).isDirectory()) return [];
  } catch {
    // It cannot be played, whatever the reason.
  }
  return [`The transcript "${name}" of the replay agent does not exist or cannot be read`];
}

function fillRecordingName(pattern: string, task: Pick<AgentTask, "scenarioKey" | "trial">): string {
  return pattern.replace(/\{(scenario|trial)\}/g, (_, name) =>
    name === "scenario" ? task.scenarioKey : String(task.trial),
  );
}

/** Reads a whole stored transcript; throws, with the line, if a part of it cannot be played. */
function readRecording(text: string): ReadTranscript {
  const recording = readTranscript(text.split("\n"));
  if (recording.refusal !== null) throw new Error(recording.refusal);
  const [problem] = recording.problems;
  if (problem !== undefined)
    throw new Error(`${problem.line === null ? "" : `line ${problem.line} `}${problem.what}: ${problem.excerpt}`);
  if (recording.entries.length === 0 && recording.format !== "detail") throw new Error("it has no entries");
  return recording;
}

/** Emits entries unchanged, including their times; stops if a limit is reached on the way. */
function playRecording({ entries, tokenUsage, totalCostUsd, sessionId }: ReadTranscript, io: AgentIO): void {
  io.ready();
  if (sessionId !== null) io.session(sessionId);
  for (const entry of entries) {
    if (io.abort.aborted) return;
    io.raw(JSON.stringify(entry));
    io.emit(entry);
  }
  if (tokenUsage !== null) io.usage(tokenUsage, totalCostUsd ?? undefined);
}
