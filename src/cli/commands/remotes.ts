/** `axis remotes update`: moves the pins of remote libraries and skills to their newest versions. */
import { loadConfig } from "../../config/load-config.ts";
import { updateRemotes } from "../../config/libraries/update.ts";
import { terminalSafe } from "../../report/text/terminal-safe.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { openProject } from "../project.ts";

interface Flags {
  readonly config?: string;
}

const examples = `
Every remote source is pinned by commit and content in .axis/axis.lock, so runs never change without notice.

Examples:
  axis remotes update                       fetch every source again and show what changed
  axis remotes update -c evals/axis.config.json`;

export const define: CommandModule["define"] = (command, act) => {
  command.addHelpText("after", examples);
  command
    .command("update")
    .description("Update every remote source to its newest commit and show what changed")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => updateSources(flags, deps)));
};

async function updateSources(flags: Flags, deps: CliDeps): Promise<number> {
  const { terminal, env } = deps;
  const { configFile, configDir } = await openProject(deps, flags.config);
  const onNotice = (message: string) => terminal.err(terminalSafe(message));
  const changes = await updateRemotes(await loadConfig(configFile), { configDir, env, onNotice });
  if (changes.length === 0) terminal.out("This project uses no remote sources: nothing to update.");
  for (const change of changes) terminal.out(terminalSafe(change));
  return 0;
}
