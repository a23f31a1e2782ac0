/** Codex: `codex exec --json`, its configuration file, its sandbox. */
import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentTask, Env } from "../../core/agent.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import { defineLineAgent } from "../define-agent.ts";
import { writeHomeFile } from "../program/home-file.ts";
import { collectLoginTokens, operatorHome, readLoginText } from "../program/login-file.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import type { FindRefusal } from "../program/refusal.ts";
import { codexReader } from "../transcript/formats/codex.ts";
import { readCodexStatus } from "../transcript/formats/codex/codex-error.ts";
import { fieldsAt, parseEventObject } from "../transcript/formats/common/fields.ts";
import { formatCodexConfig } from "./codex-config.ts";

/** The last line ends the turn, and it is short. */
const maxEndBytes = 64 * 1024;

const codexRefusal: FindRefusal = async (sessionId, { home }) => {
  const sessions = join(home, ".codex", "sessions");
  const files = await readdir(sessions, { recursive: true });
  const name = files.find((file) => file.endsWith(`-${sessionId}.jsonl`));
  if (name === undefined) return undefined;
  const line = (await readEnd(join(sessions, name))).trimEnd().split("\n").at(-1) ?? "";
  return readCodexStatus(fieldsAt(fieldsAt(parseEventObject(line), "payload"), "error"));
};

/** The agent controls this folder, so only a plain file is read, and only its end. */
async function readEnd(file: string): Promise<string> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const found = await handle.stat();
  if (!found.isFile()) return "";
  const length = Math.min(found.size, maxEndBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, found.size - length);
  return buffer.toString("utf8", 0, bytesRead);
}

/** A Codex login on this machine: one file that a run gets as it is. */
const authFile = ".codex/auth.json";

/** Null if no one is signed in. */
export async function findCodexLogin(operator: Env): Promise<AgentLogin | null> {
  const home = operatorHome(operator);
  const auth = home === undefined ? null : await readLoginText(join(home, authFile));
  if (auth === null) return null;
  return { source: `~/${authFile}`, files: { [authFile]: auth }, secrets: collectLoginTokens(auth) };
}

/** Flags that choose a sandbox; with any of them AXIS must not set its own. */
const sandboxFlags = ["sandbox", "dangerously-bypass-approvals-and-sandbox"];
const skipRepositoryCheck = "skip-git-repo-check";

const fixedArguments = ["exec", "--json"];

export const codex = defineLineAgent({
  name: "codex",
  program: "codex",
  package: { package: "@openai/codex", version: "0.166.0" },
  keys: { required: ["CODEX_API_KEY"] },
  login: findCodexLogin,
  signIn: "codex login",
  acceptsEndpoint: true,
  canJudge: true,
  canResume: true,
  isolation: ({ home }) => ({ CODEX_HOME: join(home, ".codex") }),

  async prepare(task, { home, workspace }) {
    await writeHomeFile(home, ".codex/config.toml", formatCodexConfig(task, workspace));
    return {};
  },

  arguments: (task) => [
    ...fixedArguments,
    ...(sandboxFlags.some((flag) => isFlagSet(task, flag)) ? [] : ["--sandbox", chooseSandbox(task)]),
    ...(task.flags[skipRepositoryCheck] === undefined ? [`--${skipRepositoryCheck}`] : []),
    ...(task.model === undefined ? [] : ["--model", task.model]),
  ],

  // Flags belong to `exec`, so `resume` comes after them. A dash means that the prompt is on stdin.
  lastArguments: ({ prompt, resume }) => [
    ...(resume === undefined ? [] : ["resume", resume]),
    ...(isLongPrompt(prompt) ? ["-"] : ["--", prompt]),
  ],
  stdin: ({ prompt }) => (isLongPrompt(prompt) ? prompt : ""),
  reader: codexReader,
  refusal: codexRefusal,
});

function chooseSandbox({ sandboxed, judging }: AgentTask): string {
  if (sandboxed === true) return "danger-full-access";
  return judging === undefined ? "workspace-write" : "read-only";
}

function isFlagSet({ flags }: AgentTask, name: string): boolean {
  return flags[name] !== undefined && flags[name] !== false;
}
