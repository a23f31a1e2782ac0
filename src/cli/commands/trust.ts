/** `axis trust <url>`: shows what a remote library requests, and allows exactly the pinned content to do it. */
import { inspectRemote, trustRemote } from "../../config/libraries/trust.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { formatConfigFlag } from "../../config/load-config.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { openProject } from "../project.ts";

interface Flags {
  readonly config?: string;
  readonly dryRun?: true;
}

const examples = `
By default only the data of a library is used: prompts, checks, fixtures. Its scripts, modules, MCP servers and adapters
are refused until you trust it. Trust applies to the content pinned in .axis/axis.lock; changed content is refused again.

Examples:
  axis trust https://github.com/acme/tasks --dry-run    only show what it requests
  axis trust https://github.com/acme/tasks              show it and allow it`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<url>", "git URL of the library, as in scenarios of the config")
    .option("--dry-run", "show what the library requests and allow nothing")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((url: string, flags: Flags) => act((deps) => trustLibrary(url, flags, deps)));
};

async function trustLibrary(url: string, flags: Flags, deps: CliDeps): Promise<number> {
  const { terminal, env } = deps;
  const { configDir, configFile } = await openProject(deps, flags.config);
  const remote = { configDir, env, onNotice: (message: string) => terminal.err(terminalLine(message)) };
  const known = await (flags.dryRun ? inspectRemote(url, remote) : trustRemote(url, remote));
  const asks = known.parts.length === 0 ? "requests nothing but data" : "requests:";
  terminal.out(`${terminalLine(known.url)} at ${known.commit} ${asks}`);
  for (const part of known.parts) terminal.out(`  ${terminalLine(part)}`);
  if (flags.dryRun)
    terminal.out(
      `Nothing was allowed. Allow it with: axis trust ${quoteShellWord(terminalLine(known.url))}${formatConfigFlag(configFile, deps.cwd)}`,
    );
  else terminal.out(`Trusted: tree ${known.tree}, written to .axis/axis.lock`);
  return 0;
}
