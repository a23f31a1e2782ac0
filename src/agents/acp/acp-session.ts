/** One ACP session with a program: initialize, a session, one prompt. Every message goes to the raw file and the reader. */
import type { AgentIO, AgentProcess, AgentTask } from "../../core/agent.ts";
import type { Outcome } from "../../core/outcome.ts";
import { axisVersion } from "../../core/version.ts";
import { acpReader } from "../transcript/formats/acp.ts";
import { toStartFailure, stopOutcome } from "../ending.ts";
import { waitAtMost } from "../wait-at-most.ts";
import { LineTurn } from "../line-turn.ts";
import { addRefusalCode } from "../program/refusal.ts";
import type { AcpAgentOptions } from "./acp-options.ts";
import { toAcpServers } from "./acp-servers.ts";
import { type Message, createMessageStream } from "./message-stream.ts";
import { grantAny, grantReadOnly } from "./permission.ts";
import { toSessionFailure } from "./session-failure.ts";

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
  const asked = { find: options.refusal, sessionId: turn.sessionId };
  const outcome = turn.final ?? toSessionFailure(broken, exit);
  return await addRefusalCode(outcome, asked, { home: io.home, spawn: io.spawn.bind(io), program });
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
