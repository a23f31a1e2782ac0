/**
 * Joins the calls of an ACP agent by id from all messages about them: `tool_call`, its updates, and permission requests.
 // A call is emitted as soon as its input is complete, so that a live call has the time it started.
 */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import { type Fields, textAt } from "../common/fields.ts";
import { readAcpExitCode, readOutputText } from "./call-output.ts";
import { updateDraft, type Draft, toToolInput, isEmptyObject, newDraft, toToolName } from "./draft.ts";

type State = Draft | "done";

/** Agents that send no input with a command: its title is the command. */
const titledCommands = new Set(["gemini-cli"]);

export class ToolCalls {
  #titlesCommands = false;
  readonly #calls = new Map<string, State>();
  /** Calls that have not been emitted yet, in order. */
  readonly #waiting = new Set<Draft>();

  get count(): number {
    return this.#calls.size;
  }

  /** Sets the name the agent gives itself. */
  setAgent(agent: string | undefined): void {
    this.#titlesCommands = agent !== undefined && titledCommands.has(agent);
  }

  take(update: Fields, sink: LineSink, timestamp: string | undefined): void {
    const id = textAt(update, "toolCallId");
    if (id === undefined) return;
    const known = this.#calls.get(id);
    // Some agents report a call again after its end.
    if (known === "done") return;
    const draft = known ?? this.#open(id, timestamp);
    updateDraft(draft, update);
    if (this.#titlesCommands && draft.kind === "execute" && draft.title !== undefined)
      draft.rawInput ??= { command: draft.title };
    const status = textAt(update, "status");
    if (status === "in_progress") this.#announce(draft, sink);
    if (status === "completed" || status === "failed") this.#close(draft, sink, { update, timestamp });
  }

  announce(id: string | undefined, sink: LineSink): void {
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (call !== undefined && call !== "done") this.#announce(call, sink);
  }

  /** The agent has moved on, so the pending calls are complete. */
  announceAll(sink: LineSink): void {
    for (const draft of this.#waiting) this.#announce(draft, sink);
  }

  #open(id: string, timestamp: string | undefined): Draft {
    const draft = newDraft(id, timestamp);
    this.#calls.set(id, draft);
    this.#waiting.add(draft);
    return draft;
  }

  #announce(draft: Draft, sink: LineSink): void {
    if (!this.#waiting.delete(draft)) return;
    const { id, timestamp, kind, locations, parentId } = draft;
    const input = toToolInput(draft);
    draft.lacksInput = isEmptyObject(input);
    sink.emit({
      type: "tool_use",
      id,
      tool: toToolName(draft),
      input,
      timestamp,
      // The kind of an MCP call would say how it runs, not what it does.
      ...(kind === undefined || draft.isMcp ? {} : { kind }),
      ...(locations.length === 0 ? {} : { locations }),
      ...(parentId === undefined ? {} : { parentId }),
    });
  }

  #close(draft: Draft, sink: LineSink, { update, timestamp }: { update: Fields; timestamp: string | undefined }): void {
    this.#announce(draft, sink);
    this.#calls.set(draft.id, "done");
    const exitCode = readAcpExitCode(update);
    sink.emit({
      type: "tool_result",
      id: draft.id,
      output: readOutputText(update, draft.terminal.join("")),
      isError: textAt(update, "status") === "failed",
      timestamp,
      ...(draft.lacksInput && !isEmptyObject(toToolInput(draft)) ? { input: toToolInput(draft) } : {}),
      ...(exitCode === undefined ? {} : { exitCode }),
    });
  }
}
