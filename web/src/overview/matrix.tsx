/** Scenarios by agents, grouped by folder: each cell has the mean AXIS Result and a mark per trial, each row what fails most. */
import { useMemo } from "preact/hooks";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { roundHalfUp } from "../../../src/core/score/rounding.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { formatPoints } from "../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { explainNoNumber, formatPasses, listRuns } from "../data/trials.ts";
import { AgentMark } from "../parts/agent-look.tsx";
import { Score } from "../parts/score.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { statuses, StatusTag } from "../parts/status.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import {
  averageCells,
  chooseTint,
  type Folder,
  groupByFolder,
  isResult,
  listAwaited,
  listReasons,
  type MatrixCell,
  type MatrixRow,
  sortWorstFirst,
} from "./matrix-rows.ts";
import { describeState } from "./progress.tsx";
import type { SortedProps } from "./result-table.tsx";
import { TrialMarks } from "./trial-marks.tsx";

/** Scenarios shown at first, and added per click. */
const step = 100;
/** With more, the columns need the width of the last one. */
const mostWithReasons = 6;

interface MatrixProps extends SortedProps {
  /** All agents, best first. */
  readonly agents: readonly string[];
}

export function Matrix({ results, agents: known, side, page, selection }: MatrixProps) {
  const awaited = useMemo(() => listAwaited(page, selection), [page, selection]);
  const cells = [...results, ...awaited];
  const present = new Set(cells.map(({ agentName }) => agentName));
  const agents = [...new Set([...known, ...present])].filter((agent) => present.has(agent));
  const folders = useMemo(
    () => order(groupByFolder(cells), selection.sort === "result"),
    [results, awaited, selection.sort],
  );
  const total = folders.reduce((sum, { rows }) => sum + rows.length, 0);
  const [count, showMore] = useShowMore(total, step, "scenarios");
  const hasReasons = agents.length <= mostWithReasons && listReasons(results).length > 0;
  const props = { agents, hasReasons, side, page };
  return (
    <>
      <div class={agents.length > mostWithReasons ? "matrix-frame scroll" : "matrix-frame"}>
        <table role="table" class="matrix" aria-label="Scenarios and agents">
          <MatrixHead {...props} rows={folders.flatMap(({ rows }) => rows)} />
          {cut(folders, count).map((folder) => (
            <FolderRows
              key={folder.name}
              {...props}
              folder={folder}
              hasHead={folders.length > 1 || folder.name !== ""}
            />
          ))}
        </table>
      </div>
      <Legend results={results} />
      {showMore}
    </>
  );
}

function order(folders: readonly Folder[], isWorstFirst: boolean): readonly Folder[] {
  return isWorstFirst ? sortWorstFirst(folders) : folders;
}

/** The first rows of the folders. */
function cut(folders: readonly Folder[], count: number): Folder[] {
  let left = count;
  return folders.flatMap(({ name, rows }) => {
    const shown = rows.slice(0, Math.max(0, left));
    left -= rows.length;
    return shown.length === 0 ? [] : [{ name, rows: shown }];
  });
}

interface ColumnsProps {
  readonly agents: readonly string[];
  readonly hasReasons: boolean;
  readonly side: number;
  readonly page: PageReport;
}

function MatrixHead({ agents, hasReasons, rows }: ColumnsProps & { readonly rows: readonly MatrixRow[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" class="scenario">
          Scenario
        </th>
        {agents.map((agent) => (
          <th role="columnheader" scope="col" key={agent} class="agent">
            <AgentMark name={agent} /> {safeName(agent, 60)} <small>{formatMean(averageCells(rows, agent))}</small>
          </th>
        ))}
        {agents.length > 1 && (
          <th role="columnheader" scope="col" class="all">
            All
          </th>
        )}
        {hasReasons && (
          <th role="columnheader" scope="col" class="reason">
            What fails most
          </th>
        )}
      </tr>
    </thead>
  );
}

function formatMean(mean: number | null): string {
  return mean === null ? noNumber : formatPoints(mean);
}

interface FolderRowsProps extends ColumnsProps {
  readonly folder: Folder;
  readonly hasHead: boolean;
}

function FolderRows({ folder, hasHead, ...columns }: FolderRowsProps) {
  const { agents, hasReasons } = columns;
  const { name, rows } = folder;
  return (
    <tbody role="rowgroup">
      {hasHead && (
        <tr role="row" class="folder">
          <th role="rowheader" scope="rowgroup" class="scenario">
            {name === "" ? "other scenarios" : safeName(name, 80)}
          </th>
          {agents.map((agent) => (
            <td role="cell" key={agent}>
              {formatMean(averageCells(rows, agent))}
            </td>
          ))}
          {agents.length > 1 && (
            <td role="cell" class="all">
              {formatMean(averageCells(rows))}
            </td>
          )}
          {hasReasons && <td role="cell" class="reason" />}
        </tr>
      )}
      {rows.map((row) => (
        <ScenarioRow key={row.scenarioKey} row={row} {...columns} />
      ))}
    </tbody>
  );
}

function ScenarioRow({ row, agents, hasReasons, side, page }: ColumnsProps & { readonly row: MatrixRow }) {
  const mean = averageCells([row]);
  return (
    <tr role="row" class="scenario-row">
      <th role="rowheader" scope="row" class="scenario">
        <ScenarioName row={row} />
      </th>
      {agents.map((agent) => (
        <td role="cell" key={agent} class={tintClass(row.cells.get(agent))}>
          <Field cell={row.cells.get(agent)} side={side} page={page} />
        </td>
      ))}
      {agents.length > 1 && (
        <td role="cell" class="all">
          {mean === null ? noNumber : roundHalfUp(mean)}
        </td>
      )}
      {hasReasons && (
        <td role="cell" class="reason">
          <Reasons row={row} />
        </td>
      )}
    </tr>
  );
}

function ScenarioName({ row: { scenarioKey, cells } }: { readonly row: MatrixRow }) {
  const name = [...cells.values()].find(isResult)?.scenarioName;
  const key = safeName(scenarioKey, 120);
  if (name === undefined || name === scenarioKey) return <span>{key}</span>;
  return (
    <>
      <span>{safeName(name, 120)}</span>
      <small>{key}</small>
    </>
  );
}

function roundMean({ means }: PairResult): number | null {
  return means.axisScore === null ? null : roundHalfUp(means.axisScore);
}

function tintClass(cell: MatrixCell | undefined): string {
  const tint = isResult(cell) ? chooseTint(cell.means.axisScore) : 0;
  return `heat tint-${tint}`;
}

interface FieldProps {
  readonly cell: MatrixCell | undefined;
  readonly side: number;
  readonly page: PageReport;
}

function Field({ cell, side, page }: FieldProps) {
  if (cell === undefined) return <span class="none">not planned</span>;
  if (!isResult(cell))
    return (
      <span class="field">
        <span class={`tag at-${cell.awaited}`}>{describeState(cell.awaited, page.progress)}</span>
      </span>
    );
  const number = roundMean(cell);
  return (
    <span class="field">
      <span class="sr">{describeCell(cell)}</span>
      <Score score={number} reason={explainNoNumber(cell)} />
      <TrialMarks result={cell} side={side} page={page} />
      {number === null && <small>{safeLine(explainNoNumber(cell), 120)}</small>}
    </span>
  );
}

/** For screen readers, which read a cell without the table's heads: `flash-agent, api/errors: 1 of 3 passed, mean 83`. */
function describeCell(result: PairResult): string {
  const [passed, counted] = formatPasses(listRuns(result)).split("/");
  const name = `${safeName(result.agentName, 60)}, ${safeName(result.scenarioKey, 120)}`;
  return `${name}: ${passed} of ${counted} passed, mean ${roundMean(result) ?? "unknown"}. `;
}

/** As many as a row has space for. */
const mostReasons = 2;

function Reasons({ row }: { readonly row: MatrixRow }) {
  const reasons = listReasons([...row.cells.values()].filter(isResult)).slice(0, mostReasons);
  return (
    <>
      {reasons.map(({ what, isCheck, runs }, place) => (
        <span key={what} class={place === 0 ? undefined : "further"}>
          {place > 0 && "; "}
          <bdi>{safeLine(what, 120)}</bdi> <small>{isCheck ? `fails in ${runs}` : `in ${runs}`}</small>
        </span>
      ))}
    </>
  );
}

function Legend({ results }: Pick<SortedProps, "results">) {
  const known = new Set(results.flatMap(listRuns).map(({ status }) => status));
  return (
    <p class="legend matrix-legend">
      {statuses
        .filter((status) => known.has(status))
        .map((status) => (
          <span key={status}>
            <StatusTag status={status} />
            {status === "error" && ", not counted"}
          </span>
        ))}
      <span>
        A number is the mean AXIS Result of a result’s trials; a mark opens its run. The stronger the tint, the worse:
      </span>
      <span class="tint-scale">
        <span aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((tint) => (
            <i key={tint} class={`tint-${tint}`} />
          ))}
        </span>{" "}
        94 and more to below 64
      </span>
    </p>
  );
}
