/** Names and summaries of all commands; nothing here loads any of them. */
import type { CommandModule } from "./command.ts";

export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export const commandTable: readonly CommandRow[] = [
  {
    name: "demo",
    summary: "Run the sample project that comes with AXIS: no account, no key",
    load: () => import("./commands/demo.ts"),
  },
  {
    name: "init",
    summary: "Write a config and a first scenario into this folder",
    load: () => import("./commands/init.ts"),
  },
  {
    name: "run",
    summary: "Run scenarios with agents, score them, write a report",
    load: () => import("./commands/run.ts"),
  },
  {
    name: "reports",
    summary: "List reports, show one, or open one run in full",
    load: () => import("./commands/reports.ts"),
  },
  {
    name: "view",
    summary: "Look at reports in the browser, live while a run goes on",
    load: () => import("./commands/view.ts"),
  },
  {
    name: "scorecard",
    summary: "Show the scorecard of a run, verify it, or see it under other weights",
    load: () => import("./commands/scorecard.ts"),
  },
  {
    name: "leaderboard",
    summary: "Agents by the mean score of their runs, with tiers and intervals",
    load: () => import("./commands/leaderboard.ts"),
  },
  {
    name: "baseline",
    summary: "Save a report's numbers under a name and compare with them",
    load: () => import("./commands/baseline.ts"),
  },
  {
    name: "compare",
    summary: "Compare two reports, or a report and a baseline",
    load: () => import("./commands/compare.ts"),
  },
  { name: "score", summary: "Score a transcript that already exists", load: () => import("./commands/score.ts") },
  {
    name: "rescore",
    summary: "Score the runs of a report again, without their agents",
    load: () => import("./commands/rescore.ts"),
  },
  {
    name: "eval",
    summary: "Measure every item of a dataset with metrics",
    load: () => import("./commands/eval.ts"),
  },
  {
    name: "metrics",
    summary: "List the metrics, find some, or show one in full",
    load: () => import("./commands/metrics.ts"),
  },
  {
    name: "calibrate",
    summary: "Say how far a judge agrees with people, from their labels",
    load: () => import("./commands/calibrate.ts"),
  },
  {
    name: "push",
    summary: "Send the project to where workers find it",
    load: () => import("./commands/push.ts"),
  },
  {
    name: "worker",
    summary: "Carry out queued runs, on this machine among any number",
    load: () => import("./commands/worker.ts"),
  },
  {
    name: "doctor",
    summary: "Check this machine and this project, and say what is missing",
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "schema",
    summary: "Print the JSON Schema of the config, a scenario or a report",
    load: () => import("./commands/schema.ts"),
  },
  {
    name: "trust",
    summary: "Look at a remote scenario library and allow it to run code",
    load: () => import("./commands/trust.ts"),
  },
  {
    name: "remotes",
    summary: "Move remote libraries to their newest commit",
    load: () => import("./commands/remotes.ts"),
  },
  {
    name: "recover",
    summary: "Save what is readable of a damaged report",
    load: () => import("./commands/recover.ts"),
  },
  {
    name: "serve",
    summary: "Serve runs and scores: a dashboard, and an API over HTTP",
    load: () => import("./commands/serve.ts"),
  },
  {
    name: "db",
    summary: "Migrate the database of runs and scores, or remove what is old",
    load: () => import("./commands/db.ts"),
  },
  {
    name: "token",
    summary: "Make, list and revoke tokens of the HTTP API",
    load: () => import("./commands/token.ts"),
  },
];

/** What `axis --help` prints. */
export function overview(): string {
  const width = Math.max(...commandTable.map(({ name }) => name.length));
  const rows = commandTable.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `AXIS (Agent Experience Index Score): run AI agents on scenarios and score what they did.

Usage: axis <command> [options]

Commands:
${rows.join("\n")}

Start here:
  axis demo                     see a scored run on the sample project
  axis init && axis run         set up this folder and run it
  axis reports latest           look at the newest report again

axis <command> --help explains a command. axis --version prints the version.
`;
}
