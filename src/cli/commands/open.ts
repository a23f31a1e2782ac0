/** `axis open`: opens the page of a report in the browser. It needs no server, so the command ends at once. */
import type { CommandModule } from "../command.ts";
import { showPage } from "../html/show-page.ts";
import { openReportsProject } from "../project.ts";

const examples = `
Prints the path of the page and opens it. Where no browser can be opened (in CI, over SSH, without a terminal or a
display), it says why. BROWSER names the program to use; then it also works over SSH and without a display.

Examples:
  axis open                                 the newest report
  axis open 2026-11-19-143346               another one
  axis view                                 all reports, live, on a server of this machine`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[reportId]", 'report id, the start of one, or "latest"', "latest")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((id: string, flags: { readonly config?: string }) =>
      act(async (deps) => {
        const project = await openReportsProject(deps, flags.config);
        return showPage(await project.store.readReport(id), { project, isAsked: true }, deps);
      }),
    );
};
