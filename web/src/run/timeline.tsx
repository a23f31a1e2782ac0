/** Where the time went: shares by category, a timeline, and the slowest steps. */
import { useMemo } from "preact/hooks";
import type { Interaction } from "../../../src/core/interaction.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { categories } from "../parts/names.ts";
import { Section } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import { safeLine } from "../text/safe.ts";
import { summarize } from "../transcript/summary-line.ts";
import { chooseLane, listTimeMarks, type TimeShare, sumTimeShares } from "./time-shares.ts";

/** Interactions over time, one lane per category; the table of the slowest follows. */
const width = 1000;
const lane = 16;

function TimeStrip({
  interactions,
  wallClockMs,
  linkTo,
}: {
  interactions: readonly Interaction[];
  wallClockMs: number;
  linkTo: StepLink;
}) {
  const end = interactions.reduce(
    (last, { startMs, durationMs }) => Math.max(last, (startMs ?? 0) + (durationMs ?? 0)),
    wallClockMs,
  );
  if (end <= 0 || interactions.every(({ startMs }) => startMs === null))
    return <p class="notice">The agent recorded no times.</p>;
  const marks = listTimeMarks(interactions, end, width);
  return (
    <figure class="time-line">
      <svg viewBox={`0 0 ${width} ${lane * 3}`} preserveAspectRatio="none" aria-hidden="true">
        {categories.map((category, index) => (
          <line
            key={category}
            x1="0"
            x2={width}
            y1={index * lane + lane / 2}
            y2={index * lane + lane / 2}
            class="axis-line"
          />
        ))}
        {marks.map(({ interaction, lane: category, startMs, durationMs }) => (
          <rect
            key={interaction.id}
            x={(startMs / end) * width}
            y={categories.indexOf(category) * lane + 2}
            width={Math.max(2, (durationMs / end) * width)}
            height={lane - 4}
            class={interaction.hasError ? "mark-error" : `mark-${category}`}
            onClick={() => location.assign(linkTo(interaction.id))}
          >
            <title>{`#${interaction.id} ${formatDuration(durationMs)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>0</span>
        <span>{formatDuration(end / 2)}</span>
        <span>{formatDuration(end)}</span>
      </figcaption>
    </figure>
  );
}

const slowest = 8;

const words: Readonly<Record<TimeShare["kind"], string>> = {
  startup: "before the first step",
  environment: "environment",
  service: "service",
  agent: "thinking",
  shutdown: "after the last step",
};

export function Timeline({ data, linkTo }: { data: RunData; linkTo: StepLink }) {
  const { stats } = data.block.detail;
  const { shares, unknown } = useMemo(() => sumTimeShares(data.interactions, stats), [data]);
  const slow = useMemo(
    () =>
      data.interactions
        .filter(({ durationMs }) => durationMs !== null && durationMs > 0)
        .toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0))
        .slice(0, slowest),
    [data],
  );
  if (data.interactions.length === 0) return null;
  const note =
    unknown === 0
      ? formatDuration(stats.wallClockMs)
      : `${formatDuration(stats.wallClockMs)}, ${formatCount(unknown, "duration")} unknown`;
  return (
    <Section id="time" title="Time" note={note}>
      <Shares shares={shares} hasErrors={stats.totalErrors > 0} />
      {stats.wallClockMs !== null && (
        <TimeStrip interactions={data.interactions} wallClockMs={stats.wallClockMs} linkTo={linkTo} />
      )}
      {slow.length > 0 && (
        <table class="slow">
          <caption>The slowest steps</caption>
          <tbody>
            {slow.map((interaction) => (
              <tr key={interaction.id}>
                <td class="number">{formatDuration(interaction.durationMs ?? 0)}</td>
                <td>
                  <span class={`dot kind-${chooseLane(interaction)}`} aria-hidden="true" />{" "}
                  {words[chooseLane(interaction)]}
                </td>
                <th scope="row">
                  <a href={linkTo(interaction.id)}>#{interaction.id}</a>{" "}
                  {safeLine(summarize(interaction.entryIndices.flatMap((at) => data.entries[at] ?? [])), 120)}
                </th>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Shares({ shares, hasErrors }: { shares: readonly TimeShare[]; hasErrors: boolean }) {
  const total = shares.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (
    <>
      {total > 0 && (
        <div class="shares" aria-hidden="true">
          {shares.map(({ kind, durationMs }) => (
            <i key={kind} class={`kind-${kind}`} style={{ flexGrow: durationMs / total }} />
          ))}
        </div>
      )}
      <ul class="legend">
        {hasErrors && (
          <li>
            <span class="dot kind-error" aria-hidden="true" /> ended with an error
          </li>
        )}
        {shares.map(({ kind, durationMs, count }) => (
          <li key={kind}>
            <span class={`dot kind-${kind}`} aria-hidden="true" /> {words[kind]} <b>{formatDuration(durationMs)}</b>
            {kind !== "startup" && kind !== "shutdown" && <small> in {formatCount(count, "step")}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}
