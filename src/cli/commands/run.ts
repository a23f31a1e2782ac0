/** `axis run`: runs every scenario with every agent, scores the runs, and writes one report. */
import { Option } from "commander";
import { addSandboxFlags } from "../sandbox-flags.ts";
import { addCiFlags } from "../ci/ci-flags.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import {
  failUnderHelp,
  judgeHelp,
  minPassRateHelp,
  parseList,
  parseMinPassRate,
  parseNumberBetween,
  parsePositiveNumber,
  parseShard,
  parseWholeNumber,
} from "../options.ts";
import { openProject } from "../project.ts";
import { runProject } from "../run-project.ts";
import type { RunFlags } from "../run-flags.ts";

const examples = `
Examples:
  axis run                                  everything in the config
  axis run -s "cms/*" -a my-agent           some scenarios, one agent
  axis run --trials 5                       every scenario five times with each agent
  axis run --trials 20 --until decided      as many trials as needed, 20 at most
  axis run --compare-baseline               then compare with the baseline "main"
  axis run --junit axis.xml                 also write JUnit XML, for CI
  axis run --failed                         run again what failed in the latest report
  axis run --dry-run                        show what would run and an estimate of the cost
  axis run --budget-usd 5                   stop cleanly before it costs more than $5
  axis run --script rehearsal.yaml          with a scripted model: no key, no cost
  axis run --watch                          run again what each change touches
  axis run --queue                          on the workers of AXIS_DATABASE_URL, or of the server at AXIS_URL
  axis run --shard 3/8                      the third of eight parts, for a CI matrix
  axis run --resume                         resume an interrupted run

Exit codes: 0 success; 1 a run failed, could not be scored, regressed or fell below the gate;
2 invalid flags or config, or something is missing on this machine; 3 a bug in AXIS; 130 and 143 stopped at once.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-c, --config <path>", "config file (default: axis.config.ts, .js, .mjs or .json in this folder)")
    .option("-s, --scenario <keys>", "run only these scenario keys or globs, separated by commas", parseList)
    .option("-a, --agent <names>", "run only these agents or globs, separated by commas", parseList)
    .option("--concurrency <n>", "runs at once (default 15)", parseWholeNumber(1))
    .option("--trials <n>", "run every scenario this many times with each agent (default 1)", parseWholeNumber(1, 1000))
    .addOption(
      new Option(
        "--until <when>",
        "with --trials n: stop the trials of a result, or a comparison, as soon as it is decided",
      ).choices(["decided"]),
    )
    .option("--failed [reportId]", "run again what failed in a report (default: latest)")
    .option("--no-score", "run no checks and no judges: write raw results, transcripts and the sparse index only")
    .option("--judge <spec>", judgeHelp)
    .option(
      "--judge-samples <m>",
      "ask each judge m times (odd); use means and majorities, and report its noise",
      parseWholeNumber(1, 99),
    )
    .option("--no-cache", "ask judge models again instead of using cached answers")
    .option("--compare-baseline [name]", "compare with a saved baseline afterwards (default: main)")
    .option("--min-pass-rate <rate>", minPassRateHelp, parseMinPassRate)
    .option("--fail-under <n>", failUnderHelp, parseNumberBetween(0, 100))
    .option("--dry-run", "only plan and estimate: show runs, judges, cost and variable names; run nothing")
    .option("--budget-usd <n>", "limit the cost of the whole run, judges included, in US dollars", parsePositiveNumber)
    .option("--budget-tokens <n>", "limit the tokens of the whole run, judges included", parseWholeNumber(1))
    .option("--budget-minutes <n>", "limit the time of the whole run, in minutes", parsePositiveNumber)
    .option("--allow-unknown-cost", "with --budget-usd: continue where a cost is unknown, and say so")
    .option("--seed <text>", "seed for intervals and verdicts (default: derived from the plan)")
    .option("--refresh-skills", "fetch remote skills again")
    .option("--data-only", "use only the data of untrusted libraries, and list what is skipped")
    .option("--skip-broken", "run without broken scenario files; the verdict is then INCOMPLETE")
    .option("--no-install", "do not download agent programs that are missing on this machine")
    .option("--script <file>", "rehearse: a script answers instead of models, free and without keys")
    .option("--script-log <file>", "with --script: write every model request to this file as JSON lines")
    .option("--queue", "run on workers: those of AXIS_DATABASE_URL, or of AXIS_URL with AXIS_TOKEN")
    .option(
      "--shard <i/n>",
      "run only part i of n of the plan, such as 3/8: the same number of results as the others",
      parseShard,
    )
    .option("--no-push", "do not send the report to the database of AXIS_DATABASE_URL or settings.store.url")
    .option("--json", "print the report as JSON on stdout")
    .option("-v, --verbose", "print a line per step instead of live rows")
    .option("--debug", "like -v; also save agent output as it arrives, and show stack traces")
    .option("-o, --output-dir <dir>", "also write the report's JSON into this folder")
    .option("--watch", "stay, and run again what a change to a file touches, until Ctrl-C")
    .option("--resume [reportId]", "resume an unfinished report (default: latest)")
    .option("--accept-changes", "with --resume: run again what has changed since");
  addCiFlags(addSandboxFlags(command))
    .option("--no-github", "in GitHub Actions: write no annotations, step summary or outputs")
    .addHelpText("after", examples)
    .action((flags: RunFlags) => act((deps) => run(flags, deps)));
};

async function run(flags: RunFlags, deps: CliDeps): Promise<number> {
  const project = await openProject(deps, flags.config);
  if (flags.watch === undefined) return runProject(project, flags, deps);
  const { watchProject } = await import("../watch/watch-project.ts");
  return watchProject(project, flags, deps);
}
