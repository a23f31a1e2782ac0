/** One ACP session with a program: initialize, a session, one prompt. Every message goes to the raw file and the reader. */
import type { AgentIO, AgentProcess, AgentTask } from "../../core/agent.ts";
import type { Outcome } from "../../core/outcome.ts";
import { axisVersion } from "../../core/version.ts";
import { acpReader } from "../../transcript/formats/acp.ts";
import { startFailure, stopOutcome } from "../ending.ts";
import { inTime } from "../in-time.ts";
import { LineTurn } from "../line-turn.ts";
import { withRefusal } from "../program/refusal.ts";
import type { AcpAgentOptions } from "./acp-options.ts";
import { acpServers } from "./acp-servers.ts";
import { type Message, messageStream } from "./message-stream.ts";
import { grant, grantLooking } from "./permission.ts";
import { talkFailure } from "./talk-failure.ts";

/** How long a program may take to exit after its stdin closes; after that it is ended together with the job. */
const leaveMs = 1_000;

export interface Talk {
  readonly options: AcpAgentOptions;
  readonly program: readonly [string, ...string[]];
  readonly task: AgentTask;
  readonly io: AgentIO;
}

/** Drives the program through the prompt. A failing program is reported as an outcome. */
export async function converse(child: AgentProcess, talk: Talk): Promise<Outcome> {
  const { io, options, program } = talk;
  const turn = new LineTurn(io, options.name, acpReader());
  const broken = await exchange(child, talk, turn).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  child.endInput();
  const exit = await inTime(child.exit, leaveMs);
  turn.end();
  if (io.abort.aborted) return stopOutcome(io.abort);
  if (exit !== null && exit.spawnError !== null) return startFailure(program[0], exit.spawnError);
  const asked = { find: options.refusal, sessionId: turn.sessionId };
  const outcome = turn.final ?? talkFailure(broken, exit);
  return await withRefusal(outcome, asked, { home: io.home, spawn: io.spawn.bind(io), program });
}

async function exchange(child: AgentProcess, talk: Talk, turn: LineTurn): Promise<void> {
  const { options, task, io } = talk;
  const { client, methods, PROTOCOL_VERSION } = await import("@agentclientprotocol/sdk");
  const connection = client({ name: "axis" })
    .onRequest(methods.client.session.requestPermission, ({ params }) =>
      task.judging === undefined ? grant(params.options) : grantLooking(params.options, params.toolCall.kind),
    )
    .connect(messageStream(child, listeners(io, turn)));
  const { agent } = connection;
  const { agentCapabilities } = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    // No file access: agents use their own tools in the workspace.
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: "axis", version: axisVersion },
  });
  const takesServers = options.takesServers !== false;
  if (takesServers && agentCapabilities?.mcpCapabilities?.http !== true) noteUnreachable(talk);
  const mcpServers = takesServers ? acpServers(task.mcpServers) : [];
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

function listeners(io: AgentIO, turn: LineTurn) {
  const tap = (dir: "in" | "out", msg: Message) => {
    const line = JSON.stringify({ at: new Date().toISOString(), dir, msg });
    io.raw(line);
    turn.read(line);
  };
  return { tap, noise: (line: string) => io.raw(line) };
}

function noteUnreachable({ options, task, io }: Talk): void {
  for (const [name, { type }] of Object.entries(task.mcpServers))
    if (type === "http")
      io.note(`${options.name} does not announce support for MCP servers over HTTP, such as "${name}"`);
}
