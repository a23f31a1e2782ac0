/** Two runs call by call, then their checks and the files they changed. Used by the page of two reports, of two runs, and by the dashboard. */
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import { formatCost, formatDuration } from "../../../src/report/text/format.ts";
import { AgentName } from "../parts/agent-look.tsx";
import { Section } from "../parts/section.tsx";
import { StatusTag } from "../parts/status.tsx";
import { Switch } from "../parts/switch.tsx";
import { useQueryValue } from "../parts/use-query-value.ts";
import { safeLine } from "../text/safe.ts";
import { type AlignedCalls, alignCalls } from "./call-pairs.ts";
import { CallTable } from "./call-table.tsx";
import { ChecksCompared, listComparedChecks } from "./checks-compared.tsx";
import { FilesCompared, useFilePairs } from "./files-compared.tsx";
import type { ComparedRun } from "./runs-compared.tsx";

interface RunPairProps {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly title: string;
  readonly note?: ComponentChildren;
  /** Choices of the pair. */
  readonly actions?: ComponentChildren;
}

export function RunPair({ before, after, title, note, actions }: RunPairProps) {
  const [show, setShow] = useQueryValue("show");
  const [openFile, setOpenFile] = useState<string | null>(null);
  const files = useFilePairs(before, after);
  const calls = useMemo(() => alignCalls(before.data, after.data), [before.data, after.data]);
  const checks = useMemo(
    () => listComparedChecks(before.data.block.detail, after.data.block.detail),
    [before.data, after.data],
  );
  const rows = show === "differs" ? calls.rows.filter(({ kind }) => kind !== "same") : calls.rows;
  return (
    <>
      <Section
        id="calls"
        title={title}
        note={note}
        actions={
          <>
            {actions}
            <Switch
              label="Show"
              quiet
              value={show === "differs" ? "differs" : ""}
              options={[
                ["", "All"],
                ["differs", "Only what differs"],
              ]}
              onChoose={setShow}
            />
          </>
        }
      >
        <div class="pair-heads">
          <RunLine run={before} />
          <RunLine run={after} />
        </div>
        <CallTable
          {...{ rows, before, after }}
          hasDiff={(path) => findPair(files, path) !== undefined}
          openDiff={(path) => setOpenFile(findPair(files, path)?.path ?? null)}
        />
        <ChecksCompared checks={checks} />
        <p class="chart-note">{describeCalls(calls)}</p>
      </Section>
      <FilesCompared {...files} openFile={openFile} onOpened={() => setOpenFile(null)} />
    </>
  );
}

/** Calls name files by any path; a diff names them from the workspace. */
function findPair({ pairs }: ReturnType<typeof useFilePairs>, path: string) {
  return pairs.find((pair) => path === pair.path || path.endsWith(`/${pair.path}`));
}

/** How a run ended, and what it took. */
function RunLine({ run: { data, linkTo, origin } }: { readonly run: ComparedRun }) {
  const { status, score, agentName, trial, durationMs, totalCostUsd } = data.block.detail;
  const result = score?.axisScore ?? null;
  const facts = [
    safeLine(origin, 60),
    `trial ${trial}`,
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    ...(totalCostUsd === undefined ? [] : [formatCost(totalCostUsd)]),
  ];
  return (
    <p class="run-line">
      <a href={linkTo()}>
        <StatusTag status={status} />
        {result !== null && <b>, {result}</b>}
      </a>{" "}
      <AgentName name={agentName} /> <small>{facts.join(", ")}</small>
    </p>
  );
}

function describeCalls({ rows, counts, isShortest }: AlignedCalls): string {
  const first = rows.findIndex(({ kind }) => kind !== "same");
  if (first === -1) return `Both runs made the same ${formatCount(rows.length, "call")} in the same order.`;
  const differing = rows.filter(({ kind }) => kind === "content" || kind === "outcome").length;
  const { before, after, both } = counts;
  return [
    `They part at call ${first + 1}: ${formatCount(before, "call")} only before, ${after} only after, ${both} in both`,
    differing === 0 ? "." : `, ${differing} of them with other content or another outcome.`,
    " Two calls are the same if tool, input and outcome are.",
    isShortest ? "" : " They differ so much that some common calls may not be matched.",
  ].join("");
}
