/** Everything about one cause: what came back, where agents had it from, what helps, what it costs, and every run that met it. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { Fix, FixPoints, FixRun } from "../../../src/core/report/fix.ts";
import { describeFailures, describeOrigin, formatFixPoints } from "../../../src/report/text/format-fix.ts";
import { AgentName } from "../parts/agent-look.tsx";
import { StatusMark } from "../parts/status.tsx";
import { Passage } from "../text/passage.tsx";
import { safe, safeName } from "../text/safe.ts";
import { countFailed, type FixRow } from "./fix-rows.ts";

/** The address of a run, or of one of its steps; undefined for a run that the page does not have. */
export type LinkRun = (run: Pick<FixRun, "runId">, step?: number) => string | undefined;

interface FixDetailsProps {
  readonly row: FixRow;
  readonly agents: readonly string[];
  readonly linkRun: LinkRun;
}

export function FixDetails({ row, agents, linkRun }: FixDetailsProps) {
  const { fix, runs, points } = row;
  const { origin, failures, insights, advice } = fix;
  return (
    <div class="fix-details">
      <dl>
        <Evidence fix={fix} />
        {origin !== null && <Row name="Where from">{toSentence(describeOrigin(origin))}</Row>}
        <Row name="What helps">{safe(advice)}</Row>
        {insights.length > 0 && (
          <Row name="A model’s view">
            <Insights insights={insights} linkRun={linkRun} />
          </Row>
        )}
      </dl>
      <dl>
        <Row name="Points">{describePoints(fix, points, runs)}</Row>
        <Row name="Failed more often?">
          {failures === null ? "Not known: every run met it, or none did." : toSentence(describeFailures(failures))}
        </Row>
        <Row name={`Seen in ${formatCount(runs.length, "run")}`}>
          <SeenIn runs={runs} agents={agents} linkRun={linkRun} />
          <FirstLink row={row} linkRun={linkRun} />
        </Row>
      </dl>
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Evidence is stored shortened. */
const maxEvidence = 2_000;

function Evidence({ fix: { evidence, kind } }: { readonly fix: Fix }) {
  const { call, output } = evidence;
  if (call === "" && output === "") return null;
  const name = kind === "check" ? "What was found" : kind === "ending" ? "What it said" : "What came back";
  return (
    <Row name={name}>
      <pre class="came-back">
        {call !== "" && <b>{safe(call.slice(0, maxEvidence))}</b>}
        {call !== "" && output !== "" && "\n"}
        {safe(output.slice(0, maxEvidence))}
      </pre>
    </Row>
  );
}

/** The words of the terminal as a sentence. */
function toSentence(words: string): string {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`;
}

const repairs: Readonly<Record<Fix["kind"], string>> = {
  "call-failed": "had only these calls worked",
  "call-slow": "had only these calls been fast",
  "not-needed": "had only these calls not been made",
  "too-large": "had only these outputs been small enough",
  check: "had only this check held",
  ending: "had these runs met their goal",
};

function describePoints({ kind }: Fix, points: FixPoints, runs: readonly FixRun[]): string {
  const { least, most } = points;
  const failed = countFailed(runs);
  if (most - least < 0.05) return `${formatFixPoints(points)} ${repairs[kind]}.`;
  const rest = failed === 1 ? "the failed run then met its" : `the ${failed} failed runs then met their`;
  const low = formatFixPoints({ least, most: least });
  const high = formatFixPoints({ least: most, most });
  return `${low} ${repairs[kind]}; up to ${high} had ${rest} goal too.`;
}

/** Marks per agent: more would say no more than their number. */
const maxMarks = 60;

function SeenIn({ runs, agents, linkRun }: Pick<FixRow, "runs"> & Pick<FixDetailsProps, "agents" | "linkRun">) {
  return (
    <ul class="seen-in">
      {agents.map((agent) => {
        const own = runs.filter(({ agentName }) => agentName === agent);
        if (own.length === 0) return null;
        const failed = countFailed(own);
        return (
          <li key={agent}>
            <AgentName name={agent} />
            <span class="trial-marks">
              {own.slice(0, maxMarks).map((run) => (
                <SeenRun key={run.runId} run={run} href={linkRun(run, run.steps[0])} />
              ))}
            </span>
            <small>
              {formatCount(own.length, "run")}
              {failed > 0 && `, ${failed} failed`}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

function SeenRun({ run, href }: { readonly run: FixRun; readonly href: string | undefined }) {
  const { scenarioKey, trial, status } = run;
  const words = `${safeName(scenarioKey, 120)}, trial ${trial}: ${status}`;
  const mark = (
    <>
      <StatusMark status={status} />
      <span class="sr">{words}</span>
    </>
  );
  return href === undefined ? (
    <span title={words}>{mark}</span>
  ) : (
    <a href={href} title={words}>
      {mark}
    </a>
  );
}

function FirstLink({ row: { fix, runs }, linkRun }: Pick<FixDetailsProps, "row" | "linkRun">) {
  const first = runs.find(({ runId }) => runId === fix.evidence.runId) ?? runs[0];
  if (first === undefined) return null;
  const [step] = first.steps;
  const href = linkRun(first, step);
  if (href === undefined) return null;
  const place = `${safeName(first.agentName, 60)}, ${safeName(first.scenarioKey, 80)}`;
  return (
    <a class="first-seen" href={href}>
      Open the first: {place}
      {step === undefined ? "" : `, step ${step}`}
    </a>
  );
}

const maxInsights = 5;

function Insights({ insights, linkRun }: Pick<Fix, "insights"> & Pick<FixDetailsProps, "linkRun">) {
  return (
    <ul class="model-views">
      {insights.slice(0, maxInsights).map(({ judge, message, runId }, index) => {
        const href = linkRun({ runId });
        return (
          <li key={index}>
            <span class="tag tone-plain">{safeName(judge, 60)}</span> <Passage text={message} />{" "}
            {href !== undefined && <a href={href}>its run</a>}
          </li>
        );
      })}
    </ul>
  );
}
