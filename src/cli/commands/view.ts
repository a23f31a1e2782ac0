/** `axis view`: shows the reports of this project in a browser, live during a run. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { errorMessage } from "../../core/error.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { findChangedNumbers } from "../../store/stored-numbers.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { readVerdictSettings } from "../verdict-settings.ts";
import { openPage } from "../html/show-page.ts";
import { parseOneOf, parseWholeNumber } from "../options.ts";
import { readPerson } from "../person.ts";
import { openProject, type Project, useFolderWithoutConfig } from "../project.ts";

interface Flags {
  readonly host: string;
  readonly port: number;
  /** False: open no browser; true: open one, or say why not. */
  readonly open?: boolean;
  readonly readOnly?: true;
  readonly config?: string;
}

const examples = `
Reads the files under .axis, so it can stay open during axis run and axis serve. It writes only the labels that you give
on its pages, to .axis/labels.jsonl, and nothing at all with --read-only. It is reachable only from this machine.

Examples:
  axis view                    the list of reports and evaluations, at http://127.0.0.1:4748
  axis view latest             open the newest report
  axis view --port 0           use any free port
  axis view --read-only        show reports; labels cannot be given`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[reportId]", 'report id, the start of one, or "latest"')
    .option(
      "--host <host>",
      "address to listen on: 127.0.0.1, ::1 or localhost",
      parseOneOf(["127.0.0.1", "::1", "localhost"]),
      "127.0.0.1",
    )
    .option("--port <n>", "port to listen on; 0 picks a free one", parseWholeNumber(0, 65_535), 4748)
    .option("--read-only", "write nothing: checks and steps cannot be labelled")
    .option("--open", "open a browser, and say so where that is not possible (default: open one if possible)")
    .option("--no-open", "only print the address; do not open a browser")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((id: string | undefined, flags: Flags) => act((deps) => view(id, flags, deps)));
};

async function view(id: string | undefined, flags: Flags, deps: CliDeps): Promise<number> {
  const project = await openProjectToView(flags.config, deps);
  const { configDir, store } = project;
  const report = id === undefined ? undefined : await store.readReport(id);
  const place = report === undefined ? "" : `reports/${report.reportId}/`;
  for (const change of report === undefined ? [] : await findChangedNumbers(configDir, report))
    deps.terminal.err(terminalLine(`Warning: ${change}`));
  const { createViewApp } = await import("../../server/view/view-app.ts");
  const { listen } = await import("../../server/listen.ts");
  const server = await createViewApp({
    configDir,
    project: basename(configDir),
    readVerdict: () => (existsSync(project.configFile) ? readVerdictSettings(project, deps) : Promise.resolve({})),
    person: readPerson(),
    isReadOnly: flags.readOnly === true,
    now: deps.now,
    onDefect: (error) => deps.terminal.err(`Warning: ${terminalLine(errorMessage(error))}`),
  });
  const { host, port } = flags;
  await using listening = await listen(server, { host, port, command: "view" });
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${listening.port}/${place}`;
  deps.terminal.out(address);
  deps.terminal.err("AXIS is showing this project's reports. Stop it with Ctrl-C.");
  if (flags.open !== false) await openPage(address, deps, flags.open);
  const abort = deps.abortOnInterrupt();
  if (!abort.aborted) await once(abort, "abort");
  return 0;
}

/** A folder that already has data under .axis needs no config. */
async function openProjectToView(config: string | undefined, deps: CliDeps): Promise<Project> {
  return await openProject(deps, config).catch((error: unknown) => {
    if (config !== undefined || !existsSync(join(deps.cwd, ".axis"))) throw error;
    return useFolderWithoutConfig(error, deps);
  });
}
