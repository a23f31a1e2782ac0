/** Makes error messages safe to show. */
import { terminalSafe } from "../report/text/terminal-safe.ts";
import { createRedactor, collectSecrets } from "../runner/secrets/redact.ts";

/** Errors quote files and program output; both may contain a key. */
export function createErrorRedactor(env: NodeJS.ProcessEnv): (text: string) => string {
  const { text } = createRedactor(collectSecrets(env, []));
  return (given) => terminalSafe(text(given));
}
