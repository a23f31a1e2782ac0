/** `axis compete`: several agents do the same work; the best of it becomes a branch that a person reviews. */
import { InvalidArgumentError, Option } from "commander";
import { CompetitionRank } from "../../core/report/competition.ts";
import type { CommandModule } from "../command.ts";
import { applyCompetition, type ApplyFlags } from "../compete/apply-competition.ts";
import { pruneCompetitions, type PruneFlags } from "../compete/prune-competitions.ts";
import { runCompetition } from "../compete/run-competition.ts";
import { showAgain, type ShowFlags } from "../compete/show-competition.ts";
import type { CompeteFlags } from "../compete/start-contest.ts";
import { judgeHelp, parseList, parsePositiveNumber, parseWholeNumber } from "../options.ts";

const examples = `
Examples:
  axis compete fix-login -a one,two,three             one run each; the best becomes a branch
  axis compete "api/*" -a one,two --trials 5          several scenarios, five trials each
  axis compete "api/*" -a one,two --until decided     more trials until the winner is proven, 50 at most
  axis compete fix-login -a one,two --base v2.0       start from another commit than HEAD
  axis compete fix-login -a one,two --rank judge      a judge compares the patches without knowing whose they are
  axis compete fix-login -a one,two --require-proven  exit 1 unless the winner is proven
  axis compete show                                   print the newest competition again
  axis compete show --pick two --note "simpler"       record whose work you take
  axis compete apply                                  bring the winner's changes into the working tree
  axis compete prune --older-than 30d                 delete the branches of old competitions

Exit codes: 0 there is a winner; 1 nobody passed, or --require-proven and it is too close; 2 invalid flags or config,
or something is missing on this machine; 3 a bug in AXIS; 130 and 143 stopped at once.`;

const config = ["-c, --config <path>", "config file"] as const;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[scenarios...]", "scenario keys or globs to compete in")
    .option("-a, --agent <names>", "the entrants, separated by commas (default: every agent)", parseList)
    .option("--agents <names>", "the same as --agent", parseList)
    .option("--trials <n>", "runs of each scenario with each agent (default 1)", parseWholeNumber(1, 50))
    .addOption(
      new Option(
        "--until <when>",
        "add trials in rounds until the winner is proven; --trials is the first round (default 3)",
      ).choices(["decided"]),
    )
    .option("--max-trials <n>", "with --until decided: the most trials (default 50)", parseWholeNumber(2, 50))
    .option("--base <ref>", "branch, tag or commit that every entrant starts from (default HEAD)")
    .option("--allow-dirty", "leave uncommitted changes out of the contest instead of refusing them")
    .addOption(
      new Option("--rank <by>", "what decides between entrants that passed equally often")
        .choices(CompetitionRank.options)
        .default("scorecard"),
    )
    .option("--judge <spec>", judgeHelp)
    .option("--require-proven", "exit 1 unless the winner is ahead by more than chance explains")
    .option("--concurrency <n>", "runs at once (default: one per agent, 4, or half of the cores)", parseWholeNumber(1))
    .option(
      "--budget-usd <x>",
      "limit the cost of the whole competition, judges included, in US dollars",
      parsePositiveNumber,
    )
    .option("--budget-tokens <n>", "limit the tokens of the whole competition, judges included", parseWholeNumber(1))
    .option("--allow-unknown-cost", "with --budget-usd: continue where a cost is unknown, and say so")
    .option("--deadline <time>", "stop the competition after this time, such as 30m or 2h", parseMinutes)
    .option("--open-pr", "push the winner's branch to origin and open a pull request with gh; never merges")
    .option("--json", "print the competition as JSON on stdout")
    .option("--resume <id>", "resume an interrupted competition")
    .option("--queue", "let workers execute the runs: those of AXIS_DATABASE_URL, or of AXIS_URL with AXIS_TOKEN")
    .option("--no-push", "do not send the report to the database of AXIS_DATABASE_URL or settings.store.url")
    .option(...config)
    .addHelpText("after", examples)
    .action((scenarios: string[], flags: CompeteFlags) => act((deps) => runCompetition(scenarios, flags, deps)));
  defineAfterwards(command, act);
};

/** The commands for a competition that has taken place. */
const defineAfterwards: CommandModule["define"] = (command, act) => {
  const idArgument = ["[id]", 'competition id, the start or end of one, or "latest"', "latest"] as const;
  command
    .command("show")
    .description("Print a finished competition again, and say whose work you take")
    .argument(...idArgument)
    .option("--pick <agent>", "record that you take this agent's work; a label for axis calibrate")
    .option("--note <text>", "with --pick: why")
    .option("--open-pr", "push the winner's branch to origin and open a pull request with gh; never merges")
    .option("--json", "print JSON on stdout")
    .option(...config)
    .action((id: string, flags: ShowFlags) => act((deps) => showAgain(id, flags, deps)));
  command
    .command("apply")
    .description("Apply the winner's changes to the index and the working tree; the gates run again if HEAD has moved")
    .argument(...idArgument)
    .option("--scenario <key>", "which scenario, if the competition had several")
    .option(...config)
    .action((id: string, flags: ApplyFlags) => act((deps) => applyCompetition(id, flags, deps)));
  command
    .command("prune")
    .description("Delete the branches of competitions that nobody changed or checked out, the winners' excepted")
    .argument("[id]", "only this competition")
    .option("--older-than <time>", "only competitions that started longer ago, such as 30d or 12h", parseMinutes)
    .option("--dry-run", "list the branches, and delete nothing")
    .option("--all", "delete the winners' branches, too")
    .option(...config)
    .action((id: string | undefined, flags: PruneFlags) => act((deps) => pruneCompetitions(id, flags, deps)));
};

const minutesPer: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1440 };

/** Parses `30m`, `2h` or `7d` into minutes. */
function parseMinutes(value: string): number {
  const [, digits = "", unit = ""] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(value) ?? [];
  const minutes = Number(digits) * (minutesPer[unit] ?? 0);
  if (minutes > 0) return minutes;
  throw new InvalidArgumentError("Expected a time such as 30m, 2h or 7d.");
}
