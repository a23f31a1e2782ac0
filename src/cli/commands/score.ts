/** `axis score`: scores existing transcripts; it runs nothing except verified checks. */
import { Option } from "commander";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { judgeRun } from "../../evaluate/judge-run.ts";
import { buildReport } from "../../report/build.ts";
import { toCellResult } from "../../report/cell-result.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { renderTable } from "../../report/text/render-table.ts";
import { renderVerdictLines } from "../../report/text/render-verdict.ts";
import { type GatheredDetail, rescore } from "../../evaluate/rescore.ts";
import { scoringDocument } from "../../judging/scoring/scoring-document.ts";
import { type FormatName, formatNames } from "../../agents/transcript/formats/format-name.ts";
import { formatJson } from "../../report/text/terminal-safe.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { printForPeople } from "../terminal.ts";
import { judgeHelp } from "../options.ts";
import { openProject, useFolderWithoutConfig } from "../project.ts";
import { type ScoringFlags, type ScoringContext, openScoringContext } from "../score/scoring-context.ts";
import { prepareRuns, readTranscripts } from "../score/prepare-runs.ts";
import { noTimesWarning } from "../score/transcript-run.ts";
import { locateReport } from "../locate-report.ts";

interface Flags extends ScoringFlags {
  readonly format?: FormatName;
  readonly save?: true;
  readonly json?: true;
}

const examples = `
A transcript is a file in one of these formats, detected by its content:
  claude-code, codex, gemini, qwen-code, opencode, copilot, cline, cursor
               their output with all steps (such as stream-json), and their session files
  openai       items of the Responses API, or messages of the chat API
  anthropic    messages of the Messages API
  acp          JSON-RPC messages of the Agent Client Protocol, one per line
  otel         OpenTelemetry spans of the GenAI conventions, as OTLP JSON
  axis         entries (one JSON object per line, or one JSON array), detail files, and report.json for all its runs
Without --scenario there is no rubric: Goal does not apply, and only the other dimensions are scored.

Examples:
  axis score session.ndjson
  axis score ~/.claude/projects/my-app/*.jsonl
  axis score spans.json --format otel
  axis score session.ndjson --scenario hello-world --workspace ./out
  axis score runs/*.ndjson --task "Fix the failing test" --json
  axis score session.ndjson --scenario scenarios/hello-world.json --save`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<transcript...>", "transcript files to score")
    .option("--scenario <key|file>", "take the task and the rubric from this scenario")
    .option("--task <text>", "use this task if no scenario gives one (default: the first user entry)")
    .option("--workspace <dir>", "run the scenario's verified checks on a copy of this folder")
    .addOption(new Option("--format <format>", "read the files in this format").choices([...formatNames]))
    .option("--agent <name>", "use this name for the agent instead of the one in the file")
    .option("--judge <spec>", `${judgeHelp} (default: rules)`)
    .option("--no-cache", "ask judge models again instead of using cached answers")
    .option("--save", "also write a report")
    .option("--json", "print the results as one JSON array on stdout")
    .option("-c, --config <path>", "config file, for --scenario and the weights")
    .addHelpText("after", examples)
    .action((paths: string[], flags: Flags) => act((deps) => score(paths, flags, deps)));
};

async function score(paths: readonly string[], flags: Flags, deps: CliDeps): Promise<number> {
  const { terminal } = deps;
  const frame = await openScoringContext(flags, deps);
  const { format } = flags;
  const { redactor } = frame;
  const { files, unreadable } = await readTranscripts(paths, deps, {
    redactor,
    format,
  });
  const runs = prepareRuns(files, frame, deps);
  const saved = flags.save ? await saveAsReport(runs, frame, { deps, config: flags.config }) : undefined;
  const results = saved?.results ?? (await judgeAll(runs, frame));
  if (results.some(({ warnings }) => warnings?.includes(noTimesWarning))) terminal.err(`${noTimesWarning}.`);
  const report = buildTableReport(results, frame);
  const verdict = decideVerdict(report);
  if (flags.json) terminal.out(formatJson(results));
  else {
    const { paint, width, textWidth = Infinity } = terminal;
    const lines = [
      ...renderVerdictLines(report, verdict, { paint, width: textWidth }),
      "",
      ...renderTable(report, paint, width),
    ];
    lines.forEach(printForPeople(terminal));
  }
  if (saved !== undefined) (flags.json ? terminal.err : terminal.out)(`Report: ${saved.folder}/report.json`);
  return verdict.ok && unreadable === 0 ? 0 : 1;
}

async function judgeAll(
  runs: AsyncIterable<GatheredDetail>,
  { settings, redactor }: ScoringContext,
): Promise<CellResult[]> {
  const results: CellResult[] = [];
  for await (const { detail, evidence } of runs)
    results.push(redactor.value(toCellResult(await judgeRun(detail, settings, evidence))));
  return results;
}

/** Saves into the config's project or this folder's. No page: for a long transcript it costs more than the scoring. */
async function saveAsReport(
  details: AsyncIterable<GatheredDetail>,
  { settings, redactor }: ScoringContext,
  { deps, config }: { readonly deps: CliDeps; readonly config: string | undefined },
) {
  const project = await openProject(deps, config).catch((error: unknown) => useFolderWithoutConfig(error, deps));
  const results: CellResult[] = [];
  const onResult = (result: CellResult) => void results.push(result);
  const { store } = project;
  const report = await rescore({ details, onResult, page: false }, { ...settings, store, now: deps.now, redactor });
  return { results, folder: locateReport(project, report, deps).folder };
}

/** Builds the report for the table: one row per file, even if several files are trials of one result. */
function buildTableReport(results: readonly CellResult[], { settings }: ScoringContext): Report {
  const rows = results.map((result) =>
    result.trial === 1 ? result : { ...result, scenarioKey: `${result.scenarioKey} #${result.trial}`, trial: 1 },
  );
  return buildReport({
    reportId: "",
    timestamp: "",
    durationMs: 0,
    state: "complete",
    cells: rows.map(({ scenarioKey, agentName }) => ({ scenario: scenarioKey, agent: agentName, trial: 1 })),
    results: rows,
    skipped: 0,
    scoring: scoringDocument(settings.weights),
  });
}
