/** One ACP session with a program: initialize, a session, one prompt. Every message goes to the raw file and the reader. */
import type { AnyMessage, McpServer, Stream } from "@agentclientprotocol/sdk";
import type { AgentIO, AgentProcess, AgentTask, ProcessExit } from "../../core/agent.ts";
import { errorMessage } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import { axisVersion } from "../../core/version.ts";
import { hasExitedCleanly, stopOutcome, toExitFailure, toStartFailure } from "../ending.ts";
import { LineTurn } from "../line-turn.ts";
import { addRefusalCode } from "../program/refusal.ts";
import { acpReader } from "../transcript/formats/acp.ts";
import { waitAtMost } from "../wait-at-most.ts";
import type { AcpAgentOptions } from "./acp-options.ts";

/** Answers permission requests of a program. No human can answer, so everything is allowed, except for a judge. */
interface PermissionOption {
  readonly optionId: string;
  readonly kind: string;
}

type PermissionAnswer =
  | { readonly outcome: { readonly outcome: "selected"; readonly optionId: string } }
  | { readonly outcome: { readonly outcome: "cancelled" } };

/** The kinds of tool call that a judge may make. */
const readOnlyKinds = new Set(["read", "search", "think"]);

/** For a program that judges: grants calls that only read and refuses all others. */
export function grantReadOnly(options: readonly PermissionOption[], kind: string | null | undefined): PermissionAnswer {
  if (readOnlyKinds.has(kind ?? "")) return grantAny(options);
  const refusal =
    options.find((option) => option.kind === "reject_once") ??
    options.find((option) => option.kind.startsWith("reject"));
  if (refusal === undefined) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: refusal.optionId } };
}

/** Chooses by kind, because option names differ between programs: always, else once, else anything but a refusal. */
export function grantAny(options: readonly PermissionOption[]): PermissionAnswer {
  const chosen =
    options.find(({ kind }) => kind === "allow_always") ??
    options.find(({ kind }) => kind === "allow_once") ??
    options.find(({ kind }) => !kind.startsWith("reject"));
  if (chosen === undefined) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: chosen.optionId } };
}

/** How long a program may take to exit after its stdin closes; after that it is ended together with the job. */
const exitTimeoutMs = 1_000;

export interface AcpSession {
  readonly options: AcpAgentOptions;
  readonly program: readonly [string, ...string[]];
  readonly task: AgentTask;
  readonly io: AgentIO;
}

/** Drives the program through the prompt. A failing program is reported as an outcome. */
export async function runAcpSession(child: AgentProcess, talk: AcpSession): Promise<Outcome> {
  const { io, options, program } = talk;
  const turn = new LineTurn(io, options.name, acpReader());
  const broken = await exchangeMessages(child, talk, turn).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  child.endInput();
  const exit = await waitAtMost(child.exit, exitTimeoutMs);
  turn.end();
  if (io.abort.aborted) return stopOutcome(io.abort);
  if (exit !== null && exit.spawnError !== null) return toStartFailure(program[0], exit.spawnError);
  const search = { find: options.refusal, sessionId: turn.sessionId, hidesRefusals: options.hidesRefusals };
  const outcome = turn.final ?? toSessionFailure(broken, exit, turn.error);
  return await addRefusalCode(outcome, search, { home: io.home, spawn: io.spawn.bind(io), program });
}

async function exchangeMessages(child: AgentProcess, talk: AcpSession, turn: LineTurn): Promise<void> {
  const { options, task, io } = talk;
  const { client, methods, PROTOCOL_VERSION } = await import("@agentclientprotocol/sdk");
  const connection = client({ name: "axis" })
    .onRequest(methods.client.session.requestPermission, ({ params }) =>
      task.judging === undefined ? grantAny(params.options) : grantReadOnly(params.options, params.toolCall.kind),
    )
    .connect(createMessageStream(child, createListeners(io, turn)));
  const { agent } = connection;
  const { agentCapabilities } = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    // No file access: agents use their own tools in the workspace.
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: "axis", version: axisVersion },
  });
  const takesServers = options.takesServers !== false;
  if (takesServers && agentCapabilities?.mcpCapabilities?.http !== true) noteUnsupportedServers(talk);
  const mcpServers = takesServers ? toAcpServers(task.mcpServers) : [];
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd: io.workspace, mcpServers });
  turn.session(sessionId);
  io.ready();
  const cancel = () => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {}); // The program is ended anyway.
  io.abort.addEventListener("abort", cancel, { once: true });
  try {
    await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text: task.prompt }] });
  } finally {
    io.abort.removeEventListener("abort", cancel);
  }
}

function createListeners(io: AgentIO, turn: LineTurn) {
  const tap = (dir: "in" | "out", msg: Message) => {
    const line = JSON.stringify({ at: new Date().toISOString(), dir, msg });
    io.raw(line);
    turn.read(line);
  };
  return { tap, noise: (line: string) => io.raw(line) };
}

function noteUnsupportedServers({ options, task, io }: AcpSession): void {
  for (const [name, { type }] of Object.entries(task.mcpServers))
    if (type === "http")
      io.note(`${options.name} does not announce support for MCP servers over HTTP, such as "${name}"`);
}

/** `broken` is null if every request was answered. */
function toSessionFailure(
  broken: { readonly error: unknown } | null,
  exit: ProcessExit | null,
  reported: string | null,
): Outcome {
  if (exit !== null && !hasExitedCleanly(exit)) return toExitFailure(exit, reported);
  const why = broken === null ? "without a stop reason" : `(${errorMessage(broken.error)})`;
  return { status: "failed", code: "protocol", message: `The ACP session ended ${why}` };
}

/** MCP servers in the format of ACP's `session/new`. */
function toAcpServers(servers: McpServers): McpServer[] {
  return Object.entries(servers).map(([name, server]) => {
    if (server.type === "http")
      return { type: "http" as const, name, url: server.url, headers: toNamedValues(server.headers ?? {}) };
    return { name, command: server.command, args: server.args ?? [], env: toNamedValues(server.env ?? {}) };
  });
}

function toNamedValues(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** One JSON-RPC message, not validated yet. */
type Message = Readonly<Record<string, unknown>>;

/** Called for each message, in order. */
type Tap = (direction: "in" | "out", message: Message) => void;

interface Listeners {
  readonly tap: Tap;
  /** Called for a line of stdout that is not a message of this session. */
  readonly noise: (line: string) => void;
}

/** Streams messages to and from the process; the readable side ends with its stdout. */
function createMessageStream(child: AgentProcess, { tap, noise }: Listeners): Stream {
  const lines = child.lines[Symbol.asyncIterator]();
  const asked = new Set<unknown>();
  const readable = new ReadableStream<AnyMessage>({
    async pull(controller) {
      for (;;) {
        const next = await lines.next();
        if (next.done === true) return controller.close();
        const message = parseMessage(next.value);
        const kind = message === null ? "noise" : classifyMessage(message, asked);
        if (message === null || kind === "noise") {
          if (next.value.trim() !== "") noise(next.value);
          continue;
        }
        tap("in", message);
        // Notifications are handled here: the library would print unknown ones on our terminal.
        if (kind !== "notification") return controller.enqueue(message as unknown as AnyMessage);
      }
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if ("method" in message && "id" in message) asked.add(message.id);
      tap("out", { ...message });
      child.write(`${JSON.stringify(message)}\n`);
    },
  });
  return { readable, writable };
}

function parseMessage(line: string): Message | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(line) as Message;
  } catch {
    return null; // Some programs also print text for people, which is kept as noise.
  }
}

/** A response without a matching request is noise. */
function classifyMessage(message: Message, asked: Set<unknown>): "request" | "notification" | "answer" | "noise" {
  if (typeof message["method"] === "string") return "id" in message ? "request" : "notification";
  return "id" in message && asked.delete(message["id"]) ? "answer" : "noise";
}
