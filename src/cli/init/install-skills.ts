/** Installs the skills of this package with `npx skills`, which knows the skill folder of each coding agent. */
import { randomUUID } from "node:crypto";
import { packageFolder } from "../../core/paths/package-root.ts";
import { findProgram } from "../../process/find-program.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { npmEnvironment } from "../../runner/agents/fetch-program.ts";

/** A slow network is not worth waiting for: the skills can be copied instead. */
const timeoutMs = 30_000;
/** Lets npm fail at once without a network, and turns off the installer's telemetry. */
const npmSettings = { npm_config_fetch_retries: "0", DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1" };

/** The command line, so that users can repeat it. */
export const formatInstallCommand = (): string => `npx --yes skills add "${packageFolder("skills")}" --all`;

/** Returns null if the skills were installed, else the reason why not. */
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
    env: { ...given, ...npmSettings },
    timeoutMs,
    abort,
  });
  if (exit.code === 0) return null;
  if (timedOut) return `it took more than ${timeoutMs / 1000} seconds`;
  if (exit.spawnError !== null) return `npx could not be started (${exit.spawnError})`;
  return exit.code === null ? `npx was killed by ${exit.signal ?? "a signal"}` : `npx exited with code ${exit.code}`;
}
