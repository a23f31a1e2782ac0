/** Which causes of the report a run met, with links to what to fix. */
import type { Fix, FixArea } from "../../../src/core/report/fix.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { safeLine } from "../text/safe.ts";
import type { StepSymptom } from "../transcript/transcript-item.tsx";

/** In what agents use first: the owner of an API asks for those. Checks last, because the heading names them. */
const areas: readonly FixArea[] = ["use", "work", "deliver"];

/** The causes that a run met, the most expensive for it first. */
export function findFixes(fixes: readonly Fix[], runId: string): Fix[] {
  const pointsOf = (fix: Fix) => fix.runs.find((run) => run.runId === runId)?.most ?? 0;
  const rank = ({ area }: Fix) => areas.indexOf(area);
  return fixes
    .filter(({ runs }) => runs.some((run) => run.runId === runId))
    .toSorted((a, b) => rank(a) - rank(b) || pointsOf(b) - pointsOf(a));
}

/** By step: how it failed, in the words of what to fix. */
export function listSymptoms(fixes: readonly Fix[], runId: string): ReadonlyMap<number, StepSymptom> {
  const found = new Map<number, StepSymptom>();
  for (const fix of fixes.filter(({ kind }) => kind === "call-failed"))
    for (const step of fix.runs.find((run) => run.runId === runId)?.steps ?? [])
      if (!found.has(step)) found.set(step, { symptom: fix.symptom, href: fixLink(fix) });
  return found;
}

function fixLink({ id }: Fix): string {
  return `#/?${new URLSearchParams({ fix: id }).toString()}`;
}

/** Causes named in the head. */
const mostNamed = 2;

export function FixesMet({ fixes, runs }: { readonly fixes: readonly Fix[]; readonly runs: number | undefined }) {
  const named = fixes.slice(0, mostNamed);
  if (named.length === 0) return null;
  return (
    <>
      Met on the way:{" "}
      {named.map((fix, index) => (
        <span key={fix.id}>
          {index > 0 && ", "}
          <a href={fixLink(fix)}>
            <bdi>{safeLine(fix.title, 120)}</bdi>
          </a>{" "}
          (in {runs === undefined ? formatCount(fix.runs.length, "run") : `${fix.runs.length} of ${runs} runs`})
        </span>
      ))}
      {fixes.length > named.length && `, and ${formatCount(fixes.length - named.length, "more cause")}`}.
    </>
  );
}
