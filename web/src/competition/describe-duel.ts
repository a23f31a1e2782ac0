/** Says how a duel ended, with the names that the judge did not see. */
import type { CompetitionDuel } from "../../../src/core/report/competition.ts";
import { safeName } from "../text/safe.ts";

/** `careful is better`, or why it is a tie or open. */
export function describeDuel({ one, other, result, replies }: CompetitionDuel): string {
  const [first, second] = replies;
  if (result === null) return "no answer: it counts for nobody";
  if (result !== "tie") return `${safeName(result === "one" ? one : other, 60)} is better`;
  if (replies.length === 0) return "a tie: the judge was not asked";
  return first === second ? "a tie in both orders" : "a tie: the orders disagree";
}
