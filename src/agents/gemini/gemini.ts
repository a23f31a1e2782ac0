/** Gemini CLI: `gemini -o stream-json`. Over ACP it would not report the input and output of its tools. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import type { FailureCode } from "../../core/outcome.ts";
import { geminiReader } from "../transcript/formats/gemini.ts";
import { defineLineAgent } from "../define-agent.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import { writeHomeJson } from "../program/home-file.ts";
import { openSessionExitCodes } from "./session-exit-codes.ts";
import { createGeminiSettings, excludeProviderTools, toGeminiServers } from "./gemini-settings.ts";

/** Flags that set what is allowed without asking. Without them everything is, because no human can answer. */
const approvalFlags = ["yolo", "approval-mode"];

/** If the model's server refused, the exit code is the HTTP status modulo 256; 41 is Gemini's own code for a failed login. */
const exitCodes = new Map<number, FailureCode>([
  [41, "auth"],
  [401 % 256, "auth"],
  [403 % 256, "auth"],
  [429 % 256, "rate-limit"],
]);

const fixedArguments = ["--output-format", "stream-json", "--skip-trust"];

export const gemini = defineLineAgent({
  name: "gemini",
  program: "gemini",
  package: { package: "@google/gemini-cli", version: "0.61.0" },
  keys: { required: ["GEMINI_API_KEY"] },
  acceptsEndpoint: true,
  gateway: ["GEMINI_API_KEY"],
  canJudge: true,
  skillsFolder: ({ home }) => join(home, ".gemini", "skills"),

  // GEMINI_CLI_HOME replaces the home folder. A Google Cloud project would change how Gemini signs in.
  isolation: ({ home }) => ({
    GEMINI_CLI_HOME: home,
    GEMINI_TELEMETRY_ENABLED: "false",
    GOOGLE_CLOUD_PROJECT: "",
  }),

  async prepare({ mcpServers, endpoint }, { home }) {
    const settings = {
      ...createGeminiSettings("gemini-api-key"),
      ...excludeProviderTools(endpoint),
      mcpServers: toGeminiServers(mcpServers),
    };
    await writeHomeJson(home, ".gemini/settings.json", settings);
    return {};
  },

  arguments: (task) => [
    ...fixedArguments,
    ...(approvalFlags.some((flag) => task.flags[flag] !== undefined) ? [] : approvalArguments(task)),
    ...(task.model === undefined ? [] : ["--model", task.model]),
    ...promptArguments(task),
  ],
  stdin: ({ prompt }) => (isLongPrompt(prompt) ? prompt : ""),
  reader: ({ home }) => geminiReader(openSessionExitCodes(home)),
  exitCodes,
});

/** A judge only reads: calls that need approval are refused, because no human can approve them. */
function approvalArguments({ judging }: AgentTask): string[] {
  if (judging === undefined) return ["--yolo"];
  const { evidence } = judging;
  return ["--approval-mode", "default", ...(evidence === null ? [] : ["--include-directories", evidence])];
}

/** As one argument, so that a prompt that starts with a dash is not taken for a flag. */
function promptArguments({ prompt }: AgentTask): string[] {
  return isLongPrompt(prompt) ? [] : [`--prompt=${prompt}`];
}
