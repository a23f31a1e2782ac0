/** Flags that AXIS sets itself, by agent: with another value it could not read the output. */
const streamsJson = "AXIS sets this flag itself, because it reads the output as a JSON stream";
const givesPrompt = "the prompt comes from the scenario";

const fixedFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claude-code": {
    "output-format": streamsJson,
    verbose: "AXIS sets this flag itself, because the JSON stream needs it",
    print: givesPrompt,
    p: givesPrompt,
  },
  codex: { json: streamsJson },
  gemini: { "output-format": streamsJson, o: streamsJson, prompt: givesPrompt, p: givesPrompt },
};

/** Why a flag cannot be set for an agent; undefined if it can. */
export function fixedFlagReason(agent: string, flag: string): string | undefined {
  const reasons = Object.hasOwn(fixedFlags, agent) ? fixedFlags[agent] : undefined;
  return reasons !== undefined && Object.hasOwn(reasons, flag) ? reasons[flag] : undefined;
}
