/** The parts of a Claude Code login on this machine that a run needs. The originals are only read. */
import { join } from "node:path";
import type { Env } from "../../core/agent.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import { operatorHome, readJsonObject, readText, collectLoginTokens } from "../program/login-file.ts";
import { readKeychainPassword } from "../program/keychain.ts";

const accountFile = ".claude.json";
const credentialsFile = ".claude/.credentials.json";

/** Suppresses the dialogs of a first start; contains nothing of the operator's projects, history or settings. */
const onboardingFlags = { hasCompletedOnboarding: true, bypassPermissionsModeAccepted: true };

/** Null if no one is signed in. */
export async function findClaudeLogin(operator: Env): Promise<AgentLogin | null> {
  const home = operatorHome(operator);
  if (home === undefined) return null;
  const account = findAccount(await readJsonObject(join(home, accountFile)));
  const credentials =
    (await readText(join(home, credentialsFile))) ?? (await readKeychainPassword("Claude Code-credentials"));
  if (account === null && credentials === null) return null;
  const config = JSON.stringify({ ...onboardingFlags, ...(account === null ? {} : { oauthAccount: account }) });
  return {
    source: credentials === null ? `~/${accountFile}` : `~/${credentialsFile}`,
    files: {
      // With CLAUDE_CONFIG_DIR set, Claude looks for this file in that folder.
      ".claude/.claude.json": config,
      ...(credentials === null ? {} : { [credentialsFile]: credentials }),
    },
    secrets: credentials === null ? [] : collectLoginTokens(credentials),
  };
}

function findAccount(config: Readonly<Record<string, unknown>> | null): object | null {
  const account = config?.["oauthAccount"];
  if (typeof account !== "object" || account === null) return null;
  const { emailAddress, accountUuid } = account as { emailAddress?: unknown; accountUuid?: unknown };
  return isFilledText(emailAddress) || isFilledText(accountUuid) ? account : null;
}

function isFilledText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
