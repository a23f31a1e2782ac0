/** Applies the current task and rubric to a stored run. Verdicts on unchanged checks are kept. */
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import { canonicalJson } from "../../core/json.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Scenario } from "../../core/scenario.ts";

/** Returns the run as if it had been made for the current scenario. */
export function applyCurrentRubric(run: RunDetail, scenario: Scenario): RunDetail {
  const { checks, judgeSentence, prompt, name } = scenario;
  return {
    ...run,
    scenarioName: name,
    prompt,
    judge: judgeSentence ? (checks[0]?.check ?? "") : [...checks],
    checks: carryOverVerdicts(run, checks),
  };
}

/** A check is unchanged if its text and its verification are. A new check has no verdict, because the workspace is gone. */
function carryOverVerdicts(run: RunDetail, checks: readonly Check[]): VerifiedCheck[] {
  const before = typeof run.judge === "string" || run.judge === null ? [] : run.judge;
  const verdicts = new Map(run.checks.map((verdict) => [verdict.index, verdict]));
  const identity = ({ check, verify }: Check) => canonicalJson({ check, verify });
  const known = new Map(before.map((check, index) => [identity(check), verdicts.get(index)]));
  return checks.flatMap((check, index) => {
    const verdict = check.verify === undefined ? undefined : known.get(identity(check));
    return verdict === undefined ? [] : [{ ...verdict, index }];
  });
}
