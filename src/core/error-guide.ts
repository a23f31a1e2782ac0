/** What each error code means and how to get past it: the source of docs/troubleshooting.md. A code without a row does not compile. */
import type { ErrorCode } from "./error.ts";

/** Where a code comes from; the order is that of the page. */
export const errorAreas = {
  project: "Project and flags",
  run: "Running",
  report: "Reports and baselines",
  dataset: "Datasets and metrics",
  git: "Git and libraries",
  server: "Server, database and workers",
} as const;

export interface ErrorGuide {
  readonly area: keyof typeof errorAreas;
  /** Words of a message that people see with this code. */
  readonly says: string;
  readonly means: string;
  /** Markdown, because commands are in it. */
  readonly wayOut: string;
}

export const errorGuide: Readonly<Record<ErrorCode, ErrorGuide>> = {
  "config-missing": {
    area: "project",
    says: "There is no config here",
    means: "The folder has no `axis.config.*`, or the file that `-c` names does not exist.",
    wayOut: "Create a project with `axis init`, or name its config: `axis run -c path/to/axis.config.json`.",
  },
  "config-invalid": {
    area: "project",
    says: "is not valid YAML",
    means: "A config, a scenario or a module that they name cannot be read or does not fit its schema.",
    wayOut:
      "The message has the file, the field and often the line. Correct it, then check everything at once with `axis doctor`. [Config](config.md) and [scenarios](scenarios.md) list every field.",
  },
  "scenario-invalid": {
    area: "project",
    says: "This project has no scenario",
    means: "The scenario given to `axis score` is neither a file nor a scenario of the project.",
    wayOut: "Name a file, or a key as `axis run --dry-run` lists it.",
  },
  "plan-empty": {
    area: "project",
    says: "There is nothing to run",
    means: "No scenario is left: there is none, all have `skip`, or none fits the filters and the agents.",
    wayOut: "Loosen `-s` and `-a`. `axis run --dry-run` lists what would run.",
  },
  "cells-gone": {
    area: "project",
    says: "None of the requested runs is in this project any more",
    means: "The runs to repeat belong to scenarios or agents that were removed or renamed.",
    wayOut: "Start a new report with `axis run`.",
  },
  "plan-changed": {
    area: "project",
    says: "The project changed since",
    means: "A scenario, an agent, the settings or AXIS itself changed after the report was started.",
    wayOut:
      "Run the changed parts again with `axis run --resume <reportId> --accept-changes`, or start over with `axis run`.",
  },
  "flag-invalid": {
    area: "project",
    says: "cannot be combined",
    means: "A flag has a value that it does not take, conflicts with another flag, or needs one that is missing.",
    wayOut: "See the flags with `axis <command> --help`, or in [the command line](cli.md).",
  },
  "command-unknown": {
    area: "project",
    says: "Unknown ",
    means: "There is no such command.",
    wayOut: "List all commands with `axis --help`.",
  },
  "path-outside": {
    area: "project",
    says: "is outside its folder",
    means: "A path, or a link in it, leads out of the folder that it must stay in.",
    wayOut: "Use a path below that folder, and replace links that lead out of it with copies.",
  },
  "name-invalid": {
    area: "project",
    says: "The baseline name",
    means: "The name of an agent, a scenario, a baseline or an artifact cannot be used as the name of a file.",
    wayOut: "Use letters, digits, `-`, `_` and `.`; names that differ only in case count as the same.",
  },
  "file-exists": {
    area: "project",
    says: "Already exists",
    means: "AXIS would overwrite your file, so it wrote nothing.",
    wayOut: "Move the file, choose another path, or pass the flag that the message names.",
  },
  preflight: {
    area: "run",
    says: "This machine cannot run the plan",
    means: "A program, a key, a login or a part of the sandbox is missing. Nothing ran, and nothing was spent.",
    wayOut: "`axis doctor` lists what each agent and judge needs and how to get it.",
  },
  "budget-unknown": {
    area: "run",
    says: "A cost limit cannot be enforced",
    means: "There is a limit in dollars, and a model or an agent has no known price.",
    wayOut: "Add the price to `settings.prices`, or pass `--allow-unknown-cost`. See [budgets](budgets.md).",
  },
  "hook-failed": {
    area: "run",
    says: "beforeAll failed",
    means: "Your `beforeAll` hook threw an error, so nothing ran.",
    wayOut: "Run the hook by itself and correct it; its error follows in the message.",
  },
  rehearsal: {
    area: "run",
    says: "is a rehearsal",
    means:
      "A script answered instead of models, so the report cannot become a baseline or be resumed with real models.",
    wayOut: "Run with real models: `axis run` without `--script`. See [rehearsals](dry-run.md).",
  },
  disk: {
    area: "run",
    says: "Everything written before is safe",
    means: "The disk is full or broken, or the folder of the report was deleted during a run.",
    wayOut: "Free some space, then continue with `axis run --resume`. Finished runs are kept.",
  },
  "not-writable": {
    area: "run",
    says: "could not be written",
    means: "This user may not write to the file or its folder.",
    wayOut: "Choose another path, or give this user write access to the folder.",
  },
  "report-missing": {
    area: "report",
    says: "No reports exist yet",
    means: "There is no such report, its id fits several, or it has nothing to resume.",
    wayOut: "List the reports with `axis reports`; create one with `axis run`.",
  },
  "report-unreadable": {
    area: "report",
    says: "It was interrupted",
    means: "A file of the report is missing or was changed, often because the run was interrupted.",
    wayOut: "Continue an interrupted run with `axis run --resume <reportId>`.",
  },
  "report-newer": {
    area: "report",
    says: "was written by a newer version of AXIS",
    means: "The report or the baseline uses a format that this version does not know.",
    wayOut: "Update AXIS.",
  },
  "report-locked": {
    area: "report",
    says: "is already being written by this process",
    means: "Another process is writing this report.",
    wayOut: "Wait until it ends; the message has its process id.",
  },
  "report-damaged": {
    area: "report",
    says: "is damaged at byte",
    means: "The journal was changed after it was written.",
    wayOut: "`axis recover <reportId>` keeps every record that is intact. The damaged file stays.",
  },
  "baseline-missing": {
    area: "report",
    says: "does not exist",
    means: "There is no baseline of this name.",
    wayOut: "List them with `axis baseline list`; save the latest report as one with `axis baseline set`.",
  },
  "baseline-empty": {
    area: "report",
    says: "there is nothing to save",
    means: "No result of the report has an AXIS Result.",
    wayOut: "Run the scenarios again, or choose another report: `axis baseline set --from <reportId>`.",
  },
  "formula-mismatch": {
    area: "report",
    says: "their numbers cannot be compared",
    means: "The two sides were scored with different formulas.",
    wayOut:
      "Score the older report again with `axis rescore <reportId>`. If it was the baseline, save the new report with `axis baseline set`.",
  },
  "transcript-unreadable": {
    area: "report",
    says: "starts like a report but",
    means: "`axis score` cannot read the file, or does not recognize its format.",
    wayOut: "Name the format with `--format`; [scoring transcripts](score.md#formats) lists what each program writes.",
  },
  "dataset-invalid": {
    area: "dataset",
    says: "contains no labels",
    means: "A dataset or a file of labels cannot be parsed, or has nothing to measure.",
    wayOut: "The message has the file and the line. [Metrics](metrics.md) describes the fields.",
  },
  "item-invalid": {
    area: "dataset",
    says: "is not a field of an item",
    means: "An item has a field of the wrong type, or a field that does not exist.",
    wayOut: "Correct the item; [metrics](metrics.md) lists its fields.",
  },
  "metric-invalid": {
    area: "dataset",
    says: "No metric was named",
    means: "A metric has an option that it does not take, or a gate or a tree names a metric that is not measured.",
    wayOut: "See the options with `axis metrics <metric>`.",
  },
  "metric-unknown": {
    area: "dataset",
    says: "Unknown metric",
    means: "There is no metric of this name.",
    wayOut: "List all metrics with `axis metrics`.",
  },
  "evaluation-changed": {
    area: "dataset",
    says: "cannot be resumed",
    means: "The rows on disk come from another dataset, or from other metrics.",
    wayOut: "Use the same dataset and metrics as before, or choose another file with `axis eval -o <path>`.",
  },
  "git-failed": {
    area: "git",
    says: "is not in a git repository",
    means: "A competition needs a git repository and a commit to start from; or git itself failed.",
    wayOut: "Commit what the agents should start from, and name it with `--base`. See [competitions](compete.md).",
  },
  "remote-failed": {
    area: "git",
    says: "could not be fetched",
    means: "A library of scenarios or skills cannot be fetched, or its pinned commit is gone.",
    wayOut: "Check the address and your network. `axis remotes update` moves the pin to the current commit.",
  },
  "remote-untrusted": {
    area: "git",
    says: "asks for more than data",
    means: "A library contains scripts or modules, and you have not trusted this version of them.",
    wayOut: "Review its clone, then `axis trust <url>`; or use only its data with `axis run --data-only`.",
  },
  "store-mismatch": {
    area: "server",
    says: "which is unknown to this version of AXIS",
    means: "The database was made by another version of AXIS, or lacks a migration.",
    wayOut: "Use the version that created it or a later one. `axis db migrate` adds what is missing.",
  },
  "store-locked": {
    area: "server",
    says: "Only one process can own it at a time",
    means: "Another process uses the embedded database, most likely `axis serve`.",
    wayOut: "Use its HTTP API, stop it first, or give both a shared Postgres. See [database](store.md).",
  },
  "store-unavailable": {
    area: "server",
    says: "The database could not be opened",
    means: "The database, the object store or the AXIS server does not answer.",
    wayOut: "Check `AXIS_DATABASE_URL` or `AXIS_URL`, and that the service runs.",
  },
  "server-refused": {
    area: "server",
    says: "does not accept the token in AXIS_TOKEN",
    means: "The server answered and refused the request: the token is invalid or lacks a scope.",
    wayOut: "Create one on the server's machine: `axis token create --name <name> --scope admin`.",
  },
  "bundle-refused": {
    area: "server",
    says: "The project is too large",
    means: "The project cannot be uploaded: it is too large, or has a file that a bundle cannot hold.",
    wayOut: "Move large files out of the config's folder, and replace links with regular files.",
  },
  "workspace-missing": {
    area: "server",
    says: "There are no workspaces yet",
    means: "The database has no such workspace, or several and you named none.",
    wayOut: "Choose one with `--workspace <slug>`; the first run creates one.",
  },
  "token-missing": {
    area: "server",
    says: "requires a valid token",
    means: "A server that other machines can reach needs a token, and there is none.",
    wayOut: "Create one with `axis token create`, or list them with `axis token list`.",
  },
};
