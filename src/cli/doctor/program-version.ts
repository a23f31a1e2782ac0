/** Asks a program for its version, in an empty home and with next to no environment. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { temporaryFolderObstacle } from "../../workspace/temporary-folder.ts";

/** Some take seconds to start; one that hangs is not waited for. */
const timeoutMs = 15_000;

/** The first thing in its answer that looks like a version; null where there is none. */
export async function programVersion(
  [program, ...first]: readonly [string, ...string[]],
  { PATH = "" }: NodeJS.ProcessEnv,
): Promise<string | null> {
  // Without a temporary folder, which is a finding of its own, there is nowhere to ask from.
  if ((await temporaryFolderObstacle()) !== null) return null;
  const home = await mkdtemp(join(tmpdir(), "axis-doctor-"));
  try {
    await using scope = await openScope({ runId: randomUUID(), home });
    const { stdout, exit } = await runProgram(scope, {
      program,
      args: [...first, "--version"],
      cwd: home,
      env: { PATH, HOME: home },
      timeoutMs,
    });
    return exit.code === 0 ? (/\d+\.\d+(?:[.+-]\w+){0,8}/.exec(stdout)?.[0] ?? null) : null;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
