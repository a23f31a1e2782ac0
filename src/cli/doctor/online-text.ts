/** The answers to `axis doctor --online`, as findings for people. */
import { formatCount } from "../../core/format-count.ts";
import { formatCost, formatDuration } from "../../report/text/format.ts";
import { type DoctorFinding, note, ok, problem } from "./finding.ts";
import type { OnlineAnswer } from "./ask-online.ts";

export function renderOnlineAnswers(answers: readonly OnlineAnswer[]): DoctorFinding[] {
  return answers.map((answer) => {
    const { topic, name, status, why = "" } = answer;
    if (status === "not asked") return note(topic, `${name} was not asked: ${why}`);
    if (status === "answered") return ok(topic, `${name} answered${formatFacts(answer)}`);
    return problem(topic, `${name} did not answer${formatFacts(answer)}: ${describeFailure(answer)}`);
  });
}

function formatFacts({ durationMs, tokens, costUsd }: OnlineAnswer): string {
  const spent = [
    ...(tokens === undefined ? [] : [formatCount(tokens, "token")]),
    ...(costUsd === undefined ? [] : [formatCost(costUsd)]),
  ];
  const time = durationMs === undefined ? "" : ` in ${formatDuration(durationMs)}`;
  return spent.length === 0 ? time : `${time} (${spent.join(", ")})`;
}

/** The code comes first: it says whose failure it was. */
function describeFailure({ code, by, why = "" }: OnlineAnswer): string {
  if (code === undefined) return why;
  return by === "agent" ? `${code}, a failure of the agent: ${why}` : `${code}: ${why}`;
}
