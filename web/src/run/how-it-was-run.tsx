/** How the run was configured: task, rubric, agent, limits, skills. */
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { formatConnection, formatSandbox } from "../../../src/report/text/format-sandbox.ts";
import { formatCost, formatDuration } from "../../../src/report/text/format.ts";
import { formatTokenUsage } from "../data/tokens.ts";
import { formatMoment } from "../parts/moment.ts";
import { Facts, Fold } from "../parts/section.tsx";
import { LongText } from "../text/long-text.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { formatInput } from "../transcript/rows.ts";

function listOrNone(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}

export function HowItWasRun({ detail }: { detail: RunDetail }) {
  const { resolvedConfig: config, agentConfig, skillsInstalled, stats } = detail;
  const tools = Object.entries(stats.toolNames).toSorted(([, a], [, b]) => b - a);
  return (
    <Fold id="how" title="How it was run" note={summarizeSetting(detail)}>
      <Facts facts={listFacts(detail)} />
      <Facts
        facts={[
          ["Agent", safeLine(agentConfig.agent, 80)],
          ["Model", agentConfig.model === undefined ? "the agent's default" : safeLine(agentConfig.model, 80)],
          ...(config.fetched === undefined
            ? []
            : ([
                [
                  "Program",
                  safeLine(`${config.fetched.package} ${config.fetched.version ?? "(unknown version)"}`, 160),
                ],
              ] as const)),
          ["Time limit", formatDuration(config.limits.time_minutes * 60_000)],
          [
            "Sandbox",
            safeLine(detail.sandbox === undefined ? config.sandbox.kind : formatSandbox(detail.sandbox), 200),
          ],
          ["Scenario file", safeLine(detail.scenarioFile ?? "unknown", 160)],
          ["Tools used", listOrNone(tools.slice(0, 12).map(([name, count]) => `${safeLine(name, 40)} × ${count}`))],
          ["Domains", stats.domains.length === 0 ? "none" : safeLine(stats.domains.slice(0, 20).join(", "), 400)],
          [
            "Skills",
            listOrNone(
              skillsInstalled.map(({ name, commit }) =>
                safeLine(commit === undefined ? name : `${name} at ${commit.slice(0, 10)}`, 120),
              ),
            ),
          ],
          ["Variables", config.environment === undefined ? "unknown" : safeLine(config.environment.join(", "), 400)],
        ]}
      />
      <Connections rows={detail.connections ?? []} />
      <Part title="Prompt" text={detail.prompt} />
      {detail.judge !== null && <Part title="Rubric" text={formatInput(detail.judge)} />}
      <Part title="Agent configuration" text={formatInput(agentConfig)} />
      <Part title="Resolved configuration" text={formatInput(config)} />
    </Fold>
  );
}

/** The run, its program, its limit and its sandbox. */
function summarizeSetting({ runId, agentConfig, resolvedConfig: { limits, sandbox } }: RunDetail): string {
  const isolation = sandbox.kind === "none" ? "no sandbox" : `sandbox ${sandbox.kind}`;
  const limit = `limit ${formatDuration(limits.time_minutes * 60_000)}`;
  return [safeName(runId, 24), safeLine(agentConfig.agent, 40), limit, safeLine(isolation, 40)].join(", ");
}

/** What happened, in numbers. */
function listFacts(detail: RunDetail): (readonly [string, string])[] {
  const { stats, outcome, judgeCostUsd } = detail;
  const costOf = (cost: number | null | undefined) =>
    cost === null || cost === undefined ? "unknown" : formatCost(cost);
  return [
    ["Ended", outcome.status === "completed" ? "by itself" : safeLine(describeOutcomeCode(outcome), 120)],
    ["Took", formatDuration(detail.durationMs)],
    ["Started", formatMoment(detail.output.metadata.startTime)],
    ["Steps", `${stats.totalInteractions}, ${stats.totalErrors} with an error`],
    ["Tokens", formatTokenUsage(detail.tokenUsage)],
    ["Cost", costOf(detail.totalCostUsd)],
    ...(judgeCostUsd === undefined ? [] : ([["Judges cost", costOf(judgeCostUsd)]] as const)),
    ["Exit code", detail.exitCode === null ? "none" : String(detail.exitCode)],
    ["Run", safeLine(detail.runId, 60)],
    ...(detail.orphans ? ([["Processes left behind", String(detail.orphans)]] as const) : []),
  ];
}

function describeOutcomeCode(outcome: Exclude<RunDetail["outcome"], { status: "completed" }>): string {
  return outcome.status === "failed" ? outcome.code : `stopped: ${outcome.by}, ${outcome.scope}`;
}

function Connections({ rows }: { rows: NonNullable<RunDetail["connections"]> }) {
  return rows.length === 0 ? null : <Part title="Connections" text={rows.map(formatConnection).join("\n")} />;
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <LongText text={text} name={title} />
    </details>
  );
}
