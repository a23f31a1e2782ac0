/** What is said of an error, as it may be shown. */
import { terminalSafe } from "../report/text/terminal-safe.ts";
import { createRedactor, secretsIn } from "../runner/secrets/redact.ts";

/** Errors quote files and what programs said; both may hold a key. */
export function withoutSecrets(env: NodeJS.ProcessEnv): (text: string) => string {
  const { text } = createRedactor(secretsIn(env, []));
  return (given) => terminalSafe(text(given));
}
