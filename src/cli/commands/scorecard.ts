/** `axis scorecard <runId>`: shows a run's scorecard, recomputes it, or recomputes it with other weights. */
import { isDeepStrictEqual } from "node:util";
import { InvalidArgumentError } from "commander";
import { toBasisPoints, cardAxes, CardWeightsInput } from "../../core/score/card-weights.ts";
import { AxisError } from "../../core/error.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { CardWeights, RunScorecard } from "../../core/run/run-scorecard.ts";
import type { Store } from "../../core/store.ts";
import { gateLines, scorecardLines } from "../../report/text/render-scorecard.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import { reweightCard, recomputeCard } from "../../judging/scorecard/score-run.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { openProject } from "../project.ts";

interface Flags {
  readonly config?: string;
  readonly weights?: CardWeights;
  readonly verify?: true;
  readonly json?: true;
}

const examples = `
A scorecard is computed from what AXIS itself observed of a run. It never changes afterwards.

Examples:
  axis scorecard run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2
  axis scorecard run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2 --verify
  axis scorecard latest --weights completion=0.5,error_rate=0.3,latency=0.1,resource_efficiency=0.1`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<runId>", 'run id, the start of one, or "latest"')
    .option("--weights <list>", "show the scorecard with these weights; nothing is stored", parseWeights)
    .option("--verify", "recompute the scorecard from its stored inputs; exit 1 on any difference")
    .option("--json", "print JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((id: string, flags: Flags) => act((deps) => showScorecard(id, flags, deps)));
};

/** Parses `axis=weight` pairs that must sum to 1. */
function parseWeights(value: string): CardWeights {
  const pairs = value.split(",").map((part) => part.split("=").map((side) => side.trim()));
  const written = Object.fromEntries(
    pairs.map(([axis = "", weight = ""]) => [axis, weight === "" ? NaN : Number(weight)]),
  );
  const read = CardWeightsInput.safeParse(written);
  const weights = read.success ? toBasisPoints(read.data) : null;
  if (weights !== null) return weights;
  const why = read.error?.issues[0]?.message ?? "No axis is given";
  throw new InvalidArgumentError(`Expected ${cardAxes.map((axis) => `${axis}=<share>`).join(",")}. ${why}.`);
}

async function showScorecard(id: string, flags: Flags, deps: CliDeps): Promise<number> {
  const { store } = await openProject(deps, flags.config);
  const detail = await findRun(id, store);
  const stored = detail.scorecard;
  if (stored === undefined) throw new AxisError("report-missing", `The run ${detail.runId} has no scorecard`);
  const { terminal } = deps;
  if (flags.verify) return verifyScorecard(stored, deps);
  const card = flags.weights === undefined ? stored : reweightCard(stored, flags.weights);
  if (flags.json) {
    terminal.out(formatJson(card));
    return 0;
  }
  terminal.out(`${terminalLine(detail.scenarioKey)}  ${terminalLine(detail.agentName)}  ${detail.runId}`);
  if (flags.weights !== undefined)
    terminal.out(`What if: the stored scorecard is ${stored.score} ${stored.tier}; nothing is changed`);
  for (const line of [...scorecardLines(card, terminal.paint), ...gateLines(detail, terminal.paint)])
    terminal.out(line);
  return 0;
}

function verifyScorecard(stored: RunScorecard, { terminal }: CliDeps): number {
  const derived = recomputeCard(stored);
  if (isDeepStrictEqual(derived, stored)) {
    terminal.out(`The scorecard of ${stored.run_id} matches its inputs: ${stored.score} ${stored.tier}`);
    return 0;
  }
  terminal.out(
    `The scorecard of ${stored.run_id} does not match its inputs: stored ${stored.score} ${stored.tier}, recomputed ${derived.score} ${derived.tier}`,
  );
  for (const axis of cardAxes)
    if (!isDeepStrictEqual(derived.axes[axis], stored.axes[axis]))
      terminal.out(`  ${axis}: stored ${stored.axes[axis].score}, recomputed ${derived.axes[axis].score}`);
  return 1;
}

/** Finds the run with this id, or the only run whose id starts with it. */
async function findRun(id: string, store: Store): Promise<RunDetail> {
  const lines = await store.readRunLines();
  const found = id === "latest" ? lines.slice(-1) : lines.filter(({ run_id }) => run_id.startsWith(id));
  const [line, ...others] = found;
  if (line !== undefined && (others.length === 0 || line.run_id === id))
    return await store.readDetail(line.report_id, line.file);
  if (line !== undefined)
    throw new AxisError("report-missing", `${others.length + 1} runs start with ${JSON.stringify(id)}`, {
      hint: `One of them: axis scorecard ${line.run_id}`,
    });
  const meant = findNearestName(
    id,
    lines.map(({ run_id }) => run_id),
  );
  const nextStep = lines.length === 0 ? "Create one with: axis run" : "See the newest with: axis scorecard latest";
  throw new AxisError("report-missing", `No scored run has the id ${JSON.stringify(id)}`, {
    hint: meant === undefined ? nextStep : `Did you mean: axis scorecard ${meant}`,
  });
}
