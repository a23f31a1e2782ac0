/** Two runs side by side: what changed by dimension and signal, and where what they did parts. */
import type { ViewWorld } from "../app.tsx";
import { findRun, useRun } from "../data/use-run.ts";
import type { RunData } from "../data/run-data.ts";
import { NotFound } from "../parts/not-found.tsx";
import { Score } from "../parts/score.tsx";
import { type RunAddress, runLink } from "../router.ts";
import { safe, safeLine } from "../text/safe.ts";
import { CallsCompared } from "./calls-compared.tsx";
import { NumbersCompared } from "./numbers-compared.tsx";

export function ComparePage({ source, index, a, b }: ViewWorld & { a: RunAddress; b: RunAddress }) {
  const found = [findRun(index, a), findRun(index, b)] as const;
  const before = useRun(source, found[0]?.place);
  const after = useRun(source, found[1]?.place);
  if (found.some((run) => run === undefined || run.place.page !== undefined))
    return <NotFound>This file does not hold both runs.</NotFound>;
  if (before === null || after === null) return <p class="waiting">Reading both runs.</p>;
  for (const reading of [before, after])
    if ("error" in reading) return <p class="notice">A run cannot be read: {safe(reading.error)}</p>;
  if ("error" in before || "error" in after || !before.data.isWhole || !after.data.isWhole)
    return <p class="waiting">Reading both runs.</p>;
  const sides = { before: before.data, after: after.data };
  return (
    <article class="compare">
      <p class="crumbs">
        <a href="#/">All results</a>
      </p>
      <h1>{safeLine(after.data.block.detail.scenarioName, 160)}</h1>
      <div class="sides">
        <SideHead title="Before" data={before.data} address={a} name={index.reports[a.side]?.name ?? ""} />
        <SideHead title="After" data={after.data} address={b} name={index.reports[b.side]?.name ?? ""} />
      </div>
      <NumbersCompared {...sides} />
      <CallsCompared {...sides} addresses={{ before: a, after: b }} />
    </article>
  );
}

interface SideHeadProps {
  readonly title: string;
  readonly data: RunData;
  readonly address: RunAddress;
  readonly name: string;
}

function SideHead({ title, data, address, name }: SideHeadProps) {
  const { agentName, trial, score } = data.block.detail;
  return (
    <div>
      <p class="label">{title}</p>
      <p class="key">
        <a href={runLink(address)}>
          {safeLine(agentName, 80)}
          {trial > 1 && `, trial ${trial}`}
        </a>{" "}
        in {safeLine(name, 80)}
      </p>
      <p class="figure">
        <span class="label">AXIS Result</span>
        <strong>
          <Score score={score?.axisScore} reason={score?.reason} />
        </strong>
      </p>
    </div>
  );
}
