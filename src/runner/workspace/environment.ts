/** Builds the environment of child processes: the operator's system variables, the listed ones, and nothing else. */
import { delimiter, isAbsolute } from "node:path";
import { isInside } from "../../core/paths/inside.ts";

const commonNames = ["PATH", "USER", "SHELL", "LANG", "TERM"];
const windowsNames = ["SystemRoot", "ComSpec", "PATHEXT", "TEMP", "TMP"];

/** Names that every child may see. */
export const systemNames: readonly string[] =
  process.platform === "win32" ? [...commonNames, ...windowsNames] : commonNames;

/** Takes the system names and the listed names from the operator; `set` overrides both. */
export function childEnvironment(
  operator: NodeJS.ProcessEnv,
  names: readonly string[],
  set: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...systemNames, ...names]) {
    const value = Object.hasOwn(operator, name) ? operator[name] : undefined;
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...set };
}

/** A shell reads an empty PATH as the current folder, so this fallback names the standard folders of POSIX systems. */
const fallbackPath = "/usr/local/bin:/usr/bin:/bin";

/** The operator's PATH without entries that depend on the current folder or are inside `forbidden`. */
export function trustedPath(operatorPath: string | undefined, forbidden: string): string {
  const entries = (operatorPath ?? "").split(delimiter);
  const trusted = entries.filter((entry) => isAbsolute(entry) && !isInside(forbidden, entry)).join(delimiter);
  return trusted === "" && process.platform !== "win32" ? fallbackPath : trusted;
}
