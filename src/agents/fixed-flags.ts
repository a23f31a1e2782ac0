/** Flags that AXIS sets itself, by agent: with another value the output could not be read. */
const streamsJson = "AXIS reads the output as a stream of JSON, and sets it itself";
const givesPrompt = "the prompt comes from the scenario";

const fixedFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claude-code": {
    "output-format": streamsJson,
    verbose: "the stream of JSON needs it, and AXIS sets it itself",
    print: givesPrompt,
    p: givesPrompt,
  },
  codex: { json: streamsJson },
  gemini: { "output-format": streamsJson, o: streamsJson, prompt: givesPrompt, p: givesPrompt },
};

/** Why a flag cannot be set for an agent; undefined where it can. */
export function fixedFlagReason(agent: string, flag: string): string | undefined {
  const reasons = Object.hasOwn(fixedFlags, agent) ? fixedFlags[agent] : undefined;
  return reasons !== undefined && Object.hasOwn(reasons, flag) ? reasons[flag] : undefined;
}
