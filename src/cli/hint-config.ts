/** Completes the commands of a hint with the config that the user named, so that they work when pasted. */
import { quoteShellWord } from "../core/shell-word.ts";

/** Commands that take -c. */
const commandsWithConfig = [
  "baseline",
  "calibrate",
  "compare",
  "db",
  "doctor",
  "leaderboard",
  "push",
  "recover",
  "remotes",
  "reports",
  "rescore",
  "run",
  "score",
  "scorecard",
  "serve",
  "token",
  "trust",
  "view",
  "worker",
];

/** A hint puts a command after a colon; it ends with the line, or at punctuation that is followed by a space. */
const commandInHint = new RegExp(`: axis (?:${commandsWithConfig.join("|")})(?![\\w-])(?:(?![,;.] |\\n).)*`, "g");

/** Nothing is added where the user named no config, or where the command names one already. */
export function addConfigFlag(hint: string, args: readonly string[]): string {
  const config = findConfigFlag(args);
  if (config === undefined) return hint;
  return hint.replace(commandInHint, (command) =>
    / -c /.test(command) ? command : `${command} -c ${quoteShellWord(config)}`,
  );
}

function findConfigFlag(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^(?:-c|--config)(?:=|$)/.test(arg));
  const flag = args[at];
  if (flag === undefined) return undefined;
  return flag.includes("=") ? flag.slice(flag.indexOf("=") + 1) : args[at + 1];
}
