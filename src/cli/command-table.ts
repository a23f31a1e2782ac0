/** Names and summaries of all commands. Importing this table loads none of them. */
import type { CommandModule } from "./command.ts";
import { rewriteHelp } from "./invocation.ts";

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
    summary: "List reports, show one, or show one run in full",
    load: () => import("./commands/reports.ts"),
  },
  {
    name: "view",
    summary: "View reports in the browser, live during a run",
    load: () => import("./commands/view.ts"),
  },
  {
    name: "open",
    summary: "Open the page of a report in the browser",
    load: () => import("./commands/open.ts"),
  },
  {
    name: "scorecard",
    summary: "Show a run's scorecard, verify it, or recompute it with other weights",
    load: () => import("./commands/scorecard.ts"),
  },
  {
    name: "leaderboard",
    summary: "Rank agents by AXIS Result, cost, time and other metrics",
    load: () => import("./commands/leaderboard.ts"),
  },
  {
    name: "compete",
    summary: "Let several agents do the same work, and keep the best as a branch",
    load: () => import("./commands/compete.ts"),
  },
  {
    name: "baseline",
    summary: "Save a report under a name and compare later reports with it",
    load: () => import("./commands/baseline.ts"),
  },
  {
    name: "compare",
    summary: "Compare two reports, or a report and a baseline",
    load: () => import("./commands/compare.ts"),
  },
  { name: "score", summary: "Score an existing transcript", load: () => import("./commands/score.ts") },
  {
    name: "rescore",
    summary: "Score the runs of a report again without running agents",
    load: () => import("./commands/rescore.ts"),
  },
  {
    name: "eval",
    summary: "Measure every item of a dataset with metrics",
    load: () => import("./commands/eval.ts"),
  },
  {
    name: "metrics",
    summary: "List metrics, search them, or show one in full",
    load: () => import("./commands/metrics.ts"),
  },
  {
    name: "calibrate",
    summary: "Measure how well a judge agrees with human labels",
    load: () => import("./commands/calibrate.ts"),
  },
  {
    name: "push",
    summary: "Upload the project for workers",
    load: () => import("./commands/push.ts"),
  },
  {
    name: "worker",
    summary: "Run queued jobs on this machine",
    load: () => import("./commands/worker.ts"),
  },
  {
    name: "doctor",
    summary: "Check this machine and this project, and report what is missing",
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "schema",
    summary: "Print the JSON Schema of the config, a scenario or a report",
    load: () => import("./commands/schema.ts"),
  },
  {
    name: "completion",
    summary: "Print what bash, zsh or fish needs to complete commands",
    load: () => import("./commands/completion.ts"),
  },
  {
    name: "trust",
    summary: "Inspect a remote scenario library and allow it to run code",
    load: () => import("./commands/trust.ts"),
  },
  {
    name: "remotes",
    summary: "Update remote libraries to their newest commit",
    load: () => import("./commands/remotes.ts"),
  },
  {
    name: "recover",
    summary: "Recover the readable part of a damaged report",
    load: () => import("./commands/recover.ts"),
  },
  {
    name: "serve",
    summary: "Serve a dashboard and an HTTP API for runs and scores",
    load: () => import("./commands/serve.ts"),
  },
  {
    name: "db",
    summary: "Migrate the database of runs and scores, or delete old data",
    load: () => import("./commands/db.ts"),
  },
  {
    name: "token",
    summary: "Create, list and revoke tokens of the HTTP API",
    load: () => import("./commands/token.ts"),
  },
];

/** Renders the text that `axis --help` prints. */
export function renderOverview(invocation: string): string {
  const width = Math.max(...commandTable.map(({ name }) => name.length));
  const rows = commandTable.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  const text = `AXIS (Agent Experience Index Score): run AI agents on scenarios and score what they did.

Usage: axis <command> [options]

Commands:
${rows.join("\n")}

Start here:
  axis demo                     see a scored run on the sample project
  axis init                     set up this folder, then: axis run
  axis reports latest           show the newest report again

axis <command> --help explains a command. axis --version prints the version.
`;
  return rewriteHelp(text, invocation);
}
