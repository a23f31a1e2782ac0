/** The replay agent: plays back a stored transcript, at once and always the same, as if an agent were at work. */
import { access, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { AgentAdapter, AgentIO, AgentTask } from "../core/agent.ts";
import { messageOf } from "../core/error.ts";
import { stopOutcome } from "./ending.ts";
import { readRecording, type Recording } from "./recording.ts";

const needsTranscript = `The replay agent needs "transcript": a stored transcript or a detail file of a report`;

/** Plays the `transcript` of an agent entry. `{scenario}` and `{trial}` in it are the job's own. */
export const replayAgent: AgentAdapter = {
  name: "replay",
  acceptsModel: false,

  async missing(_env, { transcript, configDir }) {
    if (transcript === undefined) return [needsTranscript];
    if (/\{(?:scenario|trial)\}/.test(transcript)) return [];
    try {
      await access(resolve(configDir, transcript));
      return [];
    } catch {
      return [`The transcript "${transcript}" of the replay agent is not there, or cannot be read`];
    }
  },

  async run(task, io) {
    if (io.abort.aborted) return stopOutcome(io.abort);
    if (task.transcript === undefined) return { status: "failed", code: "spawn", message: needsTranscript };
    const name = recordingName(task.transcript, task);
    let recording: Recording;
    try {
      recording = readRecording(await readFile(resolve(task.configDir, name), "utf8"));
    } catch (error) {
      return {
        status: "failed",
        code: "spawn",
        message: `The transcript "${name}" cannot be played: ${messageOf(error)}`,
      };
    }
    play(recording, io);
    return io.abort.aborted ? stopOutcome(io.abort) : recording.outcome;
  },
};

function recordingName(pattern: string, task: Pick<AgentTask, "scenarioKey" | "trial">): string {
  return pattern.replace(/\{(scenario|trial)\}/g, (_, name) =>
    name === "scenario" ? task.scenarioKey : String(task.trial),
  );
}

/** Entries go out as they are, times included; a limit that is reached on the way ends it. */
function play(recording: Recording, io: AgentIO): void {
  io.ready();
  if (recording.sessionId !== undefined) io.session(recording.sessionId);
  for (const entry of recording.entries) {
    if (io.abort.aborted) return;
    io.raw(JSON.stringify(entry));
    io.emit(entry);
  }
  if (recording.tokenUsage !== undefined) io.usage(recording.tokenUsage, recording.totalCostUsd);
}
