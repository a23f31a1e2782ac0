/** The hash of the goal prompt: the calibration of a judge is valid for this prompt only. */
import { createHash } from "node:crypto";
import { goalPrompt, lookingAtFiles, lookingAtText } from "./goal.ts";

/** Changes with every change of the prompt. */
export function hashGoalPrompt(): string {
  const words = JSON.stringify([goalPrompt, lookingAtText, lookingAtFiles]);
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}
