/** Makes error messages safe to show. */
import { terminalSafe } from "../report/text/terminal-safe.ts";
import { createRedactor, secretsIn } from "../runner/secrets/redact.ts";

/** Errors quote files and program output; both may contain a key. */
export function withoutSecrets(env: NodeJS.ProcessEnv): (text: string) => string {
  const { text } = createRedactor(secretsIn(env, []));
  return (given) => terminalSafe(text(given));
}
