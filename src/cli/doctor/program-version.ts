/** Asks a program for its version, with an empty home folder and almost no environment variables. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { findTemporaryFolderProblem } from "../../runner/workspace/temporary-folder.ts";

/** Some programs take seconds to start; one that hangs is abandoned. */
const timeoutMs = 15_000;

/** Returns the first part of the answer that looks like a version, or null. */
export async function readProgramVersion(
  [program, ...first]: readonly [string, ...string[]],
  { PATH = "" }: NodeJS.ProcessEnv,
): Promise<string | null> {
  // A missing temporary folder is a separate finding; without one the program cannot be asked.
  if ((await findTemporaryFolderProblem()) !== null) return null;
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
