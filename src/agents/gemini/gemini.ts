/** Gemini CLI: `gemini -o stream-json`. Over ACP it would not tell what its tools were given and what they answered. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import type { FailureCode } from "../../core/outcome.ts";
import { geminiReader } from "../../transcript/formats/gemini.ts";
import { defineLineAgent } from "../define-agent.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import { placeJson } from "../program/placed-file.ts";
import { geminiServers, geminiSettings } from "./gemini-settings.ts";

/** Each says what may be done without asking; without them everything may, since there is nobody to ask. */
const approvalFlags = ["yolo", "approval-mode"];

/** Where the model's server refused, it is the HTTP status cut to eight bits; 41 is Gemini's own for a login that failed. */
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
  canJudge: true,
  skillsFolder: ({ home }) => join(home, ".gemini", "skills"),

  // The first stands for the home folder. A project of Google Cloud would change how it signs in.
  isolation: ({ home }) => ({
    GEMINI_CLI_HOME: home,
    GEMINI_TELEMETRY_ENABLED: "false",
    GOOGLE_CLOUD_PROJECT: "",
  }),

  async prepare({ mcpServers }, { home }) {
    const settings = { ...geminiSettings("gemini-api-key"), mcpServers: geminiServers(mcpServers) };
    await placeJson(home, ".gemini/settings.json", settings);
    return {};
  },

  arguments: (task) => [
    ...fixedArguments,
    ...(approvalFlags.some((flag) => task.flags[flag] !== undefined) ? [] : approvalOf(task)),
    ...(task.model === undefined ? [] : ["--model", task.model]),
    ...promptArguments(task),
  ],
  stdin: ({ prompt }) => (isLongPrompt(prompt) ? prompt : ""),
  reader: geminiReader,
  exitCodes,
});

/** A judge only reads: what needs approval is refused, since there is nobody to ask. */
function approvalOf({ judging }: Pick<AgentTask, "judging">): string[] {
  if (judging === undefined) return ["--yolo"];
  const { evidence } = judging;
  return ["--approval-mode", "default", ...(evidence === null ? [] : ["--include-directories", evidence])];
}

/** In one piece, so that a prompt that begins with a dash is no flag. */
function promptArguments({ prompt }: Pick<AgentTask, "prompt">): string[] {
  return isLongPrompt(prompt) ? [] : [`--prompt=${prompt}`];
}
