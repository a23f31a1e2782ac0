/** `axis completion`: prints what a shell needs to complete `axis`, and answers that shell when it asks. */
import { Argument } from "commander";
import type { CommandModule } from "../command.ts";
import { formatCompletion, scripts, type Shell, shells } from "../completion/scripts.ts";

const examples = `
Completes commands, flags, their values, ids of reports, scenario keys and agents. Reads files of the project and runs
none of them.

Put one of these into the start-up file of your shell:
  source <(axis completion bash)            in ~/.bashrc
  source <(axis completion zsh)             in ~/.zshrc, after compinit
  axis completion fish | source             in ~/.config/fish/config.fish

With words, prints what can follow them, which is how the shell asks:
  axis completion bash -- run --scenario ""`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .addArgument(new Argument("<shell>", "your shell").choices(shells))
    .argument("[words...]", "a command line without axis; the last word is still being typed")
    .addHelpText("after", examples)
    .action((shell: Shell, words: string[]) =>
      act(async ({ terminal, cwd }) => {
        if (words.length === 0) terminal.out(scripts[shell]);
        else {
          const { listCompletions } = await import("../completion/completions.ts");
          for (const each of await listCompletions(words, cwd)) terminal.out(formatCompletion(each, shell));
        }
        return 0;
      }),
    );
};
