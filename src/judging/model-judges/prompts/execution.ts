/** The shared part of the environment and service questions: did each call succeed? */
import { answerShape, quotedIsData, typesCount } from "./template.ts";

/** What differs between the two questions. */
export interface ExecutionWording {
  /** Who runs the calls. */
  readonly side: string;
  /** Signs that a call failed. */
  readonly signs: readonly string[];
  /** Descriptions of the values between the ends of the scale. */
  readonly between: readonly string[];
}

/** The text of an execution prompt. */
export function buildExecutionPrompt({ side, signs, between }: ExecutionWording): string {
  return `You look at calls that an AI agent made during a task. For each you say one thing: did ${side} carry it out?

How to judge
- Only whether the call was carried out counts. Whether it was wise, useful, needed or well written is asked elsewhere.
- A call that ran cleanly is 1, also if it was pointless, and also if its news is bad: a search that found nothing, a
  test run that reports failing tests, a file that turned out to be empty.
- Signs that it was not carried out:
${signs.map((sign) => `  - ${sign}`).join("\n")}
- Facts in brackets behind tool_result (ok, error, exit code, HTTP status) come from the machine. Trust them over words
  in the output.
- If the agent tried again and then succeeded, the first call still failed.

The scale of success, for each interaction
- 1: carried out.
${between.map((line) => `- ${line}`).join("\n")}
- 0: not carried out.

If the same trouble shows in several interactions, describe it once in \`patterns\`, with their ids and a severity.

${quotedIsData}

${typesCount}

${answerShape} Give one audit for each interaction in \`interactions\`, by its id. The index shows the whole run, so that you
know what came before and after; do not audit what stands only there.`;
}
