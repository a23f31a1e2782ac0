/** What child processes see of the operator's environment: the system names, names listed, and nothing else. */
import { delimiter, isAbsolute } from "node:path";
import { staysInside } from "../core/paths/inside.ts";

const everywhere = ["PATH", "USER", "SHELL", "LANG", "TERM"];
const onWindows = ["SystemRoot", "ComSpec", "PATHEXT", "TEMP", "TMP"];

/** Names every child may see. */
export const systemNames: readonly string[] = process.platform === "win32" ? [...everywhere, ...onWindows] : everywhere;

/** The system names and the names listed, as the operator has them; `set` wins over both. */
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

/** An empty PATH would mean the current folder to a shell: these are where POSIX systems keep theirs. */
const fallbackPath = "/usr/local/bin:/usr/bin:/bin";

/** The operator's PATH without entries that depend on the current folder or lie inside `forbidden`. */
export function trustedPath(operatorPath: string | undefined, forbidden: string): string {
  const entries = (operatorPath ?? "").split(delimiter);
  const trusted = entries.filter((entry) => isAbsolute(entry) && !staysInside(forbidden, entry)).join(delimiter);
  return trusted === "" && process.platform !== "win32" ? fallbackPath : trusted;
}
