/** Flags that AXIS sets itself, by agent: with another value it could not read the output. */
const jsonStreamReason = "AXIS sets this flag itself, because it reads the output as a JSON stream";
const promptReason = "the prompt comes from the scenario";

const fixedFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claude-code": {
    "output-format": jsonStreamReason,
    verbose: "AXIS sets this flag itself, because the JSON stream needs it",
    print: promptReason,
    p: promptReason,
  },
  codex: { json: jsonStreamReason },
  gemini: { "output-format": jsonStreamReason, o: jsonStreamReason, prompt: promptReason, p: promptReason },
};

/** Why a flag cannot be set for an agent; undefined if it can. */
export function findFixedFlagReason(agent: string, flag: string): string | undefined {
  const reasons = Object.hasOwn(fixedFlags, agent) ? fixedFlags[agent] : undefined;
  return reasons !== undefined && Object.hasOwn(reasons, flag) ? reasons[flag] : undefined;
}
