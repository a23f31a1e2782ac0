/** Codex: `codex exec --json`, its configuration file, its sandbox. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import { codexReader } from "../transcript/formats/codex.ts";
import { defineLineAgent } from "../define-agent.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import { writeHomeFile } from "../program/home-file.ts";
import { formatCodexConfig } from "./codex-config.ts";
import { findCodexLogin } from "./codex-login.ts";
import { codexRefusal } from "./codex-refusal.ts";

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
    ...(sandboxFlags.some((flag) => isFlagSet(task, flag))
      ? []
      : ["--sandbox", task.judging === undefined ? "workspace-write" : "read-only"]),
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

function isFlagSet({ flags }: Pick<AgentTask, "flags">, name: string): boolean {
  return flags[name] !== undefined && flags[name] !== false;
}
