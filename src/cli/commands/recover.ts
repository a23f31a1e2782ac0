/** `axis recover <reportId>`: writes a new journal from the readable records; the damaged one is kept. */
import { basename, relative } from "node:path";
import { formatConfigFlag } from "../../config/load-config.ts";
import { formatCount } from "../../core/format-count.ts";
import { journalName } from "../../store/paths.ts";
import { recoverReport } from "../../store/journal/recover.ts";
import { findReportId, sortNewestFirst, noReportsError } from "../../store/report-ids.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { openProject, type Project } from "../project.ts";

interface Flags {
  readonly config?: string;
}

const examples = `
A report is built from its journal. If AXIS says that a journal is damaged, this command keeps every intact record; the
damaged file stays beside it under another name.

Examples:
  axis recover 2026-06-12-205816
  axis run --resume 2026-06-12-205816       afterwards: run the lost runs again`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<reportId>", 'report id, the start of one, or "latest"')
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((id: string, flags: Flags) => act((deps) => recover(id, flags, deps)));
};

async function recover(wanted: string, flags: Flags, deps: CliDeps): Promise<number> {
  const { terminal, cwd } = deps;
  const project = await openProject(deps, flags.config);
  const id = await resolveReportId(project, wanted);
  const { kept, lost, file } = await recoverReport(project.configDir, id);
  if (basename(file) === journalName) {
    terminal.out(`The journal of ${id} is intact: ${formatCount(kept, "record")}, nothing to recover.`);
    return 0;
  }
  terminal.out(`Recovered ${formatCount(kept, "record")} of ${id}; ${lost} could not be read.`);
  terminal.out(`The damaged journal was saved as ${relative(cwd, file)}`);
  terminal.out(`Resume with: axis run --resume ${id}${formatConfigFlag(project.configFile, deps.cwd)}`);
  return 0;
}

async function resolveReportId({ store }: Project, wanted: string): Promise<string> {
  const { reports, unreadable } = await store.listReports();
  const ids = sortNewestFirst([...reports, ...unreadable].map(({ reportId }) => reportId));
  const [latest] = ids;
  if (latest === undefined) throw noReportsError();
  return wanted === "latest" ? latest : findReportId(ids, wanted);
}
