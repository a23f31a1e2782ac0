/** Which words the goal question is asked in: a calibration of a judge holds for these, and for no others. */
import { createHash } from "node:crypto";
import { goalPrompt, lookingAtFiles, lookingAtText } from "./goal.ts";

/** Changes with every change of the prompt. */
export function goalPromptHash(): string {
  const words = JSON.stringify([goalPrompt, lookingAtText, lookingAtFiles]);
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}
