/** Codex: `codex exec --json`, its configuration file, its sandbox. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentTask, Env } from "../../core/agent.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import { defineLineAgent } from "../define-agent.ts";
import { writeHomeFile } from "../program/home-file.ts";
import { collectLoginTokens, operatorHome, readLoginText } from "../program/login-file.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import { readLastLines } from "../program/read-end.ts";
import type { FindUsage } from "../program/recorded-usage.ts";
import type { FindRefusal } from "../program/refusal.ts";
import { codexReader } from "../transcript/formats/codex.ts";
import { readCodexFailure } from "../transcript/formats/codex/codex-error.ts";
import { codexUsage } from "../transcript/formats/codex/codex-usage.ts";
import { fieldsAt, parseEventObject } from "../transcript/formats/common/fields.ts";
import { convertUsage } from "../transcript/formats/common/usage.ts";
import { formatCodexConfig } from "./codex-config.ts";

/** The last line of the session file ends the turn, with the error if there was one. */
const codexRefusal: FindRefusal = async (sessionId, { home }) => {
  const line = (await readSessionEnd(sessionId, home)).at(-1);
  if (line === undefined) return undefined;
  return readCodexFailure(fieldsAt(fieldsAt(parseEventObject(line), "payload"), "error"));
};

/** Its output has no counts before the turn is complete; the session file has the total after each answer. */
const recordedCodexUsage: FindUsage = async (sessionId, { home }) => {
  const lines = await readSessionEnd(sessionId, home);
  const line = lines.findLast((each) => each.startsWith("{") && each.includes('"token_count"'));
  if (line === undefined) return undefined;
  const info = fieldsAt(fieldsAt(parseEventObject(line), "payload"), "info");
  return convertUsage(fieldsAt(info, "total_token_usage"), codexUsage) ?? undefined;
};

/** The last lines of a session file; none if there is no file. */
async function readSessionEnd(sessionId: string, home: string): Promise<string[]> {
  const sessions = join(home, ".codex", "sessions");
  const files = await readdir(sessions, { recursive: true });
  const name = files.find((file) => file.endsWith(`-${sessionId}.jsonl`));
  return name === undefined ? [] : await readLastLines(join(sessions, name));
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
  gateway: ["CODEX_API_KEY"],
  canJudge: true,
  canResume: true,
  sessionTotals: ["tokens"],
  isolation: ({ home }) => ({ CODEX_HOME: join(home, ".codex") }),

  async prepare(task, { home, workspace }) {
    await writeHomeFile(home, ".codex/config.toml", formatCodexConfig(task, { workspace }));
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
  recordedUsage: recordedCodexUsage,
});

function chooseSandbox({ sandboxed, judging }: AgentTask): string {
  if (sandboxed === true) return "danger-full-access";
  return judging === undefined ? "workspace-write" : "read-only";
}

function isFlagSet({ flags }: AgentTask, name: string): boolean {
  return flags[name] !== undefined && flags[name] !== false;
}
