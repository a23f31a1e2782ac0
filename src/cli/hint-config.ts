/** Completes the commands of a hint with the config that the user named, so that they work when pasted. */
import { quoteShellWord } from "../core/shell-word.ts";

/** Commands that take -c. */
const commandsWithConfig = [
  "baseline",
  "calibrate",
  "compare",
  "compete",
  "db",
  "doctor",
  "leaderboard",
  "open",
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

/** `configFlag` is empty where AXIS finds the config by itself. A command that names a config already stays as it is. */
export function addConfigFlag(text: string, configFlag: string): string {
  return text.replace(commandInHint, (command) => (/ -c /.test(command) ? command : `${command}${configFlag}`));
}

/** The flag as it was given to a command, with its space; empty if it was not. */
export function readConfigFlag(args: readonly string[]): string {
  const at = args.findIndex((arg) => /^(?:-c|--config)(?:=|$)/.test(arg));
  const flag = args[at];
  const file = flag?.includes("=") ? flag.slice(flag.indexOf("=") + 1) : args[at + 1];
  return flag === undefined || file === undefined ? "" : ` -c ${quoteShellWord(file)}`;
}
