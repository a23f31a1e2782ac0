/** `axis view`: the reports of this project as pages in a browser, live while a run goes on. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { messageOf } from "../../core/error.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { openPage } from "../html/show-page.ts";
import { oneOf, wholeNumber } from "../options.ts";
import { openProject, type Project, withoutConfig } from "../project.ts";

interface Flags {
  readonly host: string;
  readonly port: number;
  readonly open: boolean;
  readonly config?: string;
}

const examples = `
Reads the files under .axis and writes nothing, so it can be left open beside axis run and axis serve. Only this machine
can reach it.

Examples:
  axis view                    the list of reports and evaluations, at http://127.0.0.1:4748
  axis view latest             straight to the newest report
  axis view --port 0           on any free port`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[reportId]", 'a report id, the beginning of one, or "latest"')
    .option(
      "--host <host>",
      "where to listen: 127.0.0.1, ::1 or localhost",
      oneOf(["127.0.0.1", "::1", "localhost"]),
      "127.0.0.1",
    )
    .option("--port <n>", "0 for any that is free", wholeNumber(0, 65_535), 4748)
    .option("--no-open", "print the address only, open no browser")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((id: string | undefined, flags: Flags) => act((world) => view(id, flags, world)));
};

async function view(id: string | undefined, flags: Flags, world: CliWorld): Promise<number> {
  const { configDir, store } = await openViewed(flags.config, world);
  const place = id === undefined ? "" : `reports/${(await store.readReport(id)).reportId}/`;
  const { createViewApp } = await import("../../server/view/view-app.ts");
  const { listen } = await import("../../server/listen.ts");
  const server = await createViewApp({
    configDir,
    project: basename(configDir),
    onDefect: (error) => world.terminal.err(`Warning: ${terminalLine(messageOf(error))}`),
  });
  const { host, port } = flags;
  await using listening = await listen(server, { host, port, command: "view" });
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${listening.port}/${place}`;
  world.terminal.out(address);
  world.terminal.err("AXIS shows this project's reports. Stop it with Ctrl-C.");
  if (flags.open) await openPage(address, world);
  const abort = world.interruptible();
  if (!abort.aborted) await once(abort, "abort");
  return 0;
}

/** A folder that has something to show needs no config. */
async function openViewed(config: string | undefined, world: CliWorld): Promise<Project> {
  return await openProject(world, config).catch((error: unknown) => {
    if (config !== undefined || !existsSync(join(world.cwd, ".axis"))) throw error;
    return withoutConfig(error, world);
  });
}
