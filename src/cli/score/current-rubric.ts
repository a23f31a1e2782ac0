/** Today's task and rubric for a run of the past. Verdicts on checks that did not change are kept. */
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import { canonicalJson } from "../../core/json.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Scenario } from "../../core/scenario.ts";

/** The run as if it had been made for the scenario as it is now. */
export function withCurrentRubric(run: RunDetail, scenario: Scenario): RunDetail {
  const { checks, judgeSentence, prompt, name } = scenario;
  return {
    ...run,
    scenarioName: name,
    prompt,
    judge: judgeSentence ? (checks[0]?.check ?? "") : [...checks],
    checks: carriedOver(run, checks),
  };
}

/** A check is the same when its statement and the way it is verified are; a new one has no verdict: its workspace is gone. */
function carriedOver(run: RunDetail, checks: readonly Check[]): VerifiedCheck[] {
  const before = typeof run.judge === "string" || run.judge === null ? [] : run.judge;
  const verdicts = new Map(run.checks.map((verdict) => [verdict.index, verdict]));
  const identity = ({ check, verify }: Check) => canonicalJson({ check, verify });
  const known = new Map(before.map((check, index) => [identity(check), verdicts.get(index)]));
  return checks.flatMap((check, index) => {
    const verdict = check.verify === undefined ? undefined : known.get(identity(check));
    return verdict === undefined ? [] : [{ ...verdict, index }];
  });
}
