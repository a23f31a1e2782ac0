/** Every number of two runs with its difference: dimensions, signals, checks, time, tokens, cost. */
import {
  formatCost,
  formatDelta,
  formatDuration,
  formatScore,
  formatTokens,
  noNumber,
} from "../../../src/report/format.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { SignalName } from "../../../src/core/score/axis-result.ts";
import { totalTokens } from "../data/tokens.ts";
import type { RunData } from "../data/run-data.ts";
import { categories, dimensionNames, signalWords } from "../parts/names.ts";
import { axisNames } from "../scorecard/card-words.ts";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";

export interface ComparedRuns {
  readonly before: RunData;
  readonly after: RunData;
}

interface NumberRow {
  readonly name: string;
  readonly depth: 0 | 1;
  readonly before: number | null;
  readonly after: number | null;
  readonly format: (value: number) => string;
}

export function NumbersCompared({ before, after }: ComparedRuns) {
  const rows = rowsOf(before.block.detail, after.block.detail);
  return (
    <Section id="numbers" title="Numbers">
      <div class="scroll" tabIndex={0} role="region" aria-label="Numbers of both runs">
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">Of</th>
              {["Before", "After", "Difference"].map((title) => (
                <th scope="col" class="number" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} class={row.before === row.after ? "same" : "changed"}>
                <th scope="row" class={`depth-${row.depth}`}>
                  {row.name}
                </th>
                <td class="number">{row.before === null ? noNumber : row.format(row.before)}</td>
                <td class="number">{row.after === null ? noNumber : row.format(row.after)}</td>
                <td class="number">{difference(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function difference({ before, after, format }: NumberRow): string {
  if (before === null || after === null) return noNumber;
  const change = after - before;
  if (format === formatScore) return formatDelta(Number(change.toFixed(2)));
  if (change === 0) return "0";
  return `${change < 0 ? "−" : "+"}${format(Math.abs(change))}`;
}

function rowsOf(old: RunDetail, now: RunDetail): NumberRow[] {
  const points = (name: string, depth: 0 | 1, of: (detail: RunDetail) => number | null | undefined): NumberRow => ({
    name,
    depth,
    before: of(old) ?? null,
    after: of(now) ?? null,
    format: formatScore,
  });
  const reading = (
    name: string,
    of: (detail: RunDetail) => number | undefined,
    format: (value: number) => string,
  ): NumberRow => ({
    ...points(name, 0, of),
    format,
  });
  return [
    points("AXIS Result", 0, ({ score }) => score?.axisScore),
    points("Goal", 0, ({ score }) => score?.goalAchievement.score),
    ...checksOf(old, now),
    ...categories.flatMap((category) => [
      points(
        dimensionNames.find(({ id }) => id === category)?.name ?? category,
        0,
        ({ score }) => score?.[category].score,
      ),
      ...(Object.keys(signalWords) as SignalName[])
        .map((signal) => points(signalWords[signal], 1, ({ score }) => score?.[category].dimensions[signal]))
        .filter(({ before, after }) => before !== null || after !== null),
    ]),
    ...cardRows(points, [old, now]),
    reading("Time", ({ durationMs }) => durationMs ?? undefined, formatDuration),
    reading("Interactions", ({ stats }) => stats.totalInteractions, String),
    reading("Interactions with an error", ({ stats }) => stats.totalErrors, String),
    reading(
      "Tokens",
      ({ tokenUsage }) => (tokenUsage === undefined ? undefined : totalTokens(tokenUsage)),
      formatTokens,
    ),
    reading("Cost", ({ totalCostUsd }) => totalCostUsd, formatCost),
  ];
}

/** By the words of the check: a rubric may have changed. */
type MakeRow = (name: string, depth: 0 | 1, of: (detail: RunDetail) => number | null | undefined) => NumberRow;

/** The scorecard and its axes, where a run has one. */
function cardRows(points: MakeRow, details: readonly RunDetail[]): NumberRow[] {
  if (details.every(({ scorecard }) => scorecard === undefined)) return [];
  return [
    points("Scorecard", 0, ({ scorecard }) => scorecard?.score),
    ...axisNames.map(({ id, name }) => points(name, 1, ({ scorecard }) => scorecard?.axes[id].score)),
  ];
}

function checksOf(old: RunDetail, now: RunDetail): NumberRow[] {
  const gradesOf = ({ score }: RunDetail) =>
    new Map(score?.goalAchievement.criteria.map((criterion) => [criterion.check, criterion.score]));
  const [olds, nows] = [gradesOf(old), gradesOf(now)];
  return [...new Set([...olds.keys(), ...nows.keys()])].map((check) => ({
    name: safeLine(check, 160),
    depth: 1,
    before: olds.get(check) ?? null,
    after: nows.get(check) ?? null,
    format: formatScore,
  }));
}
