/** `axis run`: every scenario with every agent, scored, in one report. */
import { Option } from "commander";
import { withCiFlags } from "../ci/ci-flags.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { judgeHelp, list, numberBetween, positiveNumber, wholeNumber } from "../options.ts";
import { openProject } from "../project.ts";
import { runProject } from "../run-project.ts";
import type { RunFlags } from "../run-flags.ts";

const examples = `
Examples:
  axis run                                  everything in the config
  axis run -s "cms/*" -a my-agent           some scenarios, one agent
  axis run --trials 5                       each pair five times
  axis run --trials 20 --until decided      as many as it takes, 20 at most
  axis run --compare-baseline               and compare with the baseline "main"
  axis run --junit axis.xml                 also as JUnit XML, for CI
  axis run --failed                         again what failed in the latest report
  axis run --dry-run                        what would be run, and what it would take
  axis run --budget-usd 5                   stop cleanly before it costs more
  axis run --script rehearsal.yaml          with a scripted model: no key, no cost
  axis run --queue                          by the workers of AXIS_DATABASE_URL, or of the server at AXIS_URL
  axis run --resume                         go on with a run that was interrupted

Exit codes: 0 all is well; 1 a run failed, could not be scored, regressed or fell below the gate;
2 a mistake in flags, config or machine; 3 a defect of AXIS; 130 and 143 stopped at once.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-c, --config <path>", "config file (default: axis.config.ts, .js, .mjs or .json in this folder)")
    .option("-s, --scenario <keys>", "only these scenario keys or globs, separated by commas", list)
    .option("-a, --agent <names>", "only these agents or globs, separated by commas", list)
    .option("--concurrency <n>", "jobs at once (default 15)", wholeNumber(1))
    .option("--trials <n>", "runs per pair (default 1)", wholeNumber(1, 1000))
    .addOption(
      new Option("--until <when>", "with --trials n: stop a pair, or a comparison, as soon as it is decided").choices([
        "decided",
      ]),
    )
    .option("--failed [reportId]", "run again what failed in a report (default: latest)")
    .option("--no-score", "no checks, no judges: raw results, transcript and sparse index only")
    .option("--judge <spec>", judgeHelp)
    .option(
      "--judge-samples <m>",
      "ask each judge m times (odd): means, majorities, and how noisy it is",
      wholeNumber(1, 99),
    )
    .option("--no-cache", "ask models that judge again instead of taking stored answers to the same question")
    .option("--compare-baseline [name]", "compare with a saved baseline afterwards (default: main)")
    .option("--fail-under <n>", "exit 1 when a pair's AXIS Result is below n", numberBetween(0, 100))
    .option("--dry-run", "only plan and estimate: jobs, judges, cost, variables by name; run nothing")
    .option("--budget-usd <n>", "for the whole run, judges included: US dollars", positiveNumber)
    .option("--budget-tokens <n>", "the same in tokens", wholeNumber(1))
    .option("--budget-minutes <n>", "the same in minutes", positiveNumber)
    .option("--allow-unknown-cost", "with --budget-usd: go on where a cost is not known, and say so")
    .option("--seed <text>", "seed of intervals and verdicts (default: made from the plan)")
    .option("--refresh-skills", "fetch remote skills again")
    .option("--data-only", "of libraries that are not trusted use the data, and say what is left out")
    .option("--no-install", "fetch no agent program that is not on this machine")
    .option("--script <file>", "rehearse: a script answers in place of models, free and without keys")
    .option("--script-log <file>", "with --script: write every request to a model into this file, as JSON lines")
    .option("--queue", "have workers carry out the runs: of AXIS_DATABASE_URL, or of AXIS_URL with AXIS_TOKEN")
    .option("--json", "print the report as JSON on stdout")
    .option("-v, --verbose", "a line per step instead of live rows")
    .option("--debug", "as -v, and keep what agents write as it arrives; show stacks")
    .option("-o, --output-dir <dir>", "also write the report's JSON into this folder")
    .option("--resume [reportId]", "go on with an unfinished report (default: latest)")
    .option("--accept-changes", "with --resume: run again what changed since");
  withCiFlags(command)
    .option("--no-github", "in GitHub Actions: no annotations, no step summary, no outputs")
    .addHelpText("after", examples)
    .action((flags: RunFlags) => act((world) => run(flags, world)));
};

async function run(flags: RunFlags, world: CliWorld): Promise<number> {
  const project = await openProject(world, flags.config);
  return runProject(project, flags, world);
}
