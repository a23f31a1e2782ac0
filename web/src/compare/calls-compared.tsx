/** Aligns the tool calls of two runs: where they first differ, and which calls only one of them made. */
import { useMemo, useRef, useState } from "preact/hooks";
import { canonicalJson } from "../../../src/core/json.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import { align, type AlignedStep } from "../../../src/report/alignment.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { Section } from "../parts/section.tsx";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import type { StepLink } from "../router.ts";
import { summarize } from "../transcript/summary-line.ts";
import { safeLine } from "../text/safe.ts";
import type { ComparedRuns } from "./numbers-compared.tsx";

interface CallsProps extends ComparedRuns {
  readonly links: { readonly before: StepLink; readonly after: StepLink };
}

function DifferenceSwitch({ isOn, set }: { readonly isOn: boolean; readonly set: (isOn: boolean) => void }) {
  return (
    <span class="switch" role="group" aria-label="Show">
      <button type="button" aria-pressed={!isOn} onClick={() => set(false)}>
        All calls
      </button>
      <button type="button" aria-pressed={isOn} onClick={() => set(true)}>
        Only differences
      </button>
    </span>
  );
}

export function CallsCompared({ before, after, links }: CallsProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const list = useRef<ListHandle>(null);
  const { olds, news, steps, isShortest } = useMemo(() => alignCalls(before, after), [before, after]);
  const isDifferent = (step: AlignedStep) => step.before === null || step.after === null;
  const shown = onlyDifferent ? steps.filter(isDifferent) : steps;
  const first = steps.findIndex(isDifferent);
  const onlyOld = steps.filter((step) => step.after === null).length;
  const onlyNew = steps.filter((step) => step.before === null).length;
  return (
    <Section id="calls" title="Calls" note={`${olds.length} before, ${news.length} after`}>
      <p class="prose">
        {first === -1
          ? "Both runs made the same calls in the same order."
          : `The runs first differ at call ${first + 1}. ${onlyOld} calls only before, ${onlyNew} only after, ${steps.length - onlyOld - onlyNew} in both.`}
        {!isShortest && " They differ so much that some common calls may not be matched."}
      </p>
      {first !== -1 && (
        <div class="filters">
          <DifferenceSwitch isOn={onlyDifferent} set={setOnlyDifferent} />
          <button
            type="button"
            onClick={() => list.current?.scrollToIndex(onlyDifferent ? 0 : first, { align: "start" })}
          >
            Go to the first difference
          </button>
        </div>
      )}
      <div class="aligned" role="list" aria-label="Calls of both runs">
        <VirtualList handle={list} rows={shown} height={`min(${shown.length} * var(--row-height) + 2px, 78vh)`}>
          {(step, index) => (
            <div
              key={index}
              role="listitem"
              class={`aligned-row ${step.before === null ? "added" : step.after === null ? "removed" : "both"}`}
            >
              <CallField
                interaction={step.before === null ? undefined : olds[step.before]}
                data={before}
                linkTo={links.before}
                sign="only before"
              />
              <CallField
                interaction={step.after === null ? undefined : news[step.after]}
                data={after}
                linkTo={links.after}
                sign="only after"
              />
            </div>
          )}
        </VirtualList>
      </div>
    </Section>
  );
}

function CallField({
  interaction,
  data,
  linkTo,
  sign,
}: {
  interaction: Interaction | undefined;
  data: RunData;
  linkTo: StepLink;
  sign: string;
}) {
  if (interaction === undefined) return <span class="call empty" aria-hidden="true" />;
  const entries = interaction.entryIndices.flatMap((at) => data.entries[at] ?? []);
  return (
    <span class="call">
      <span class="sr sign">{sign}</span>
      <a href={linkTo(interaction.id)}>#{interaction.id}</a>
      <span class="item-text">{safeLine(summarize(entries), 200)}</span>
      {interaction.hasError && <span class="tag tone-bad">error</span>}
      <span class="item-time">{interaction.durationMs === null ? "" : formatDuration(interaction.durationMs)}</span>
    </span>
  );
}

function alignCalls(before: RunData, after: RunData) {
  const olds = before.interactions.filter(({ kind }) => kind === "tool");
  const news = after.interactions.filter(({ kind }) => kind === "tool");
  return {
    olds,
    news,
    ...align(
      olds.map((call) => identifyCall(call, before)),
      news.map((call) => identifyCall(call, after)),
    ),
  };
}

/** Two calls are equal if their tool and input are equal. */
function identifyCall(call: Interaction, { entries }: RunData): string {
  const entry = entries[call.entryIndices[0] ?? -1];
  return canonicalJson([call.toolName, entry?.type === "tool_use" ? entry.input : null]);
}
