/** A Codex login on this machine: one file that a run gets as it is. */
import { join } from "node:path";
import type { Env } from "../../core/agent.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import { operatorHome, readText, collectLoginTokens } from "../program/login-file.ts";

const authFile = ".codex/auth.json";

/** Null if no one is signed in. */
export async function findCodexLogin(operator: Env): Promise<AgentLogin | null> {
  const home = operatorHome(operator);
  const auth = home === undefined ? null : await readText(join(home, authFile));
  if (auth === null) return null;
  return { source: `~/${authFile}`, files: { [authFile]: auth }, secrets: collectLoginTokens(auth) };
}
