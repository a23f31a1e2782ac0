/** Asks about every window of a conversation, within the concurrency limit, and joins the answers. */
import pLimit from "p-limit";
import type { Analyses } from "../../judging/analyses.ts";
import type { QuestionOutcome } from "../../judging/question.ts";
import type { MessageWindow } from "./windows.ts";

/** Returns the answers in the order of the windows; the first failed window fails the whole. */
export async function askEachWindow<T>(
  analyses: Analyses,
  windows: readonly MessageWindow[],
  ask: (window: MessageWindow) => Promise<QuestionOutcome<readonly T[]>>,
): Promise<QuestionOutcome<readonly T[]>> {
  const limit = pLimit(analyses.concurrency);
  let broken = false;
  const found = await Promise.all(
    windows.map((window) =>
      limit(async () => {
        // After a failure the remaining questions would be wasted.
        if (broken) return null;
        const answer = await ask(window);
        broken ||= answer.status === "failed";
        return answer;
      }),
    ),
  );
  const failure = found.find((answer) => answer?.status === "failed");
  if (failure?.status === "failed") return failure;
  return { status: "answered", value: found.flatMap((answer) => (answer?.status === "answered" ? answer.value : [])) };
}
