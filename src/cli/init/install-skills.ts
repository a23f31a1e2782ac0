/** Has `npx skills`, which knows where each coding agent looks, install the skills of this package into a project. */
import { randomUUID } from "node:crypto";
import { packageFolder } from "../../core/paths/package-root.ts";
import { findProgram } from "../../process/find-program.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { npmEnvironment } from "../../runner/agents/fetch-program.ts";

/** A slow network is not waited for: the skills can be copied instead. */
const timeoutMs = 30_000;
/** Without a network npm says so at once, and the installer reports to nobody. */
const set = { npm_config_fetch_retries: "0", DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1" };

/** What is run, for people to repeat. */
export const installLine = (): string => `npx --yes skills add "${packageFolder("skills")}" --all`;

/** Null where the skills are installed, else why they are not. */
export async function installSkills(
  cwd: string,
  { env, abort }: { readonly env: NodeJS.ProcessEnv; readonly abort: AbortSignal },
): Promise<string | null> {
  const given = npmEnvironment(env);
  const program = await findProgram("npx", given, cwd);
  if (program === null) return "npx was not found";
  await using scope = await openScope({ runId: `skills-${randomUUID()}`, home: "" });
  const { exit, timedOut } = await runProgram(scope, {
    program,
    args: ["--yes", "skills", "add", packageFolder("skills"), "--all"],
    cwd,
    env: { ...given, ...set },
    timeoutMs,
    abort,
  });
  if (exit.code === 0) return null;
  if (timedOut) return `it took more than ${timeoutMs / 1000} seconds`;
  if (exit.spawnError !== null) return `npx could not be started (${exit.spawnError})`;
  return exit.code === null ? `npx was ended by ${exit.signal ?? "a signal"}` : `npx ended with exit code ${exit.code}`;
}
