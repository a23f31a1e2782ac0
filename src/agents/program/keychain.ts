/** Reads a password from the macOS Keychain; null on other systems. */
import { randomUUID } from "node:crypto";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";

/** Long, because the system may ask the operator for permission. */
const timeoutMs = 30_000;

/** Null if there is no such item, or the operator refuses. */
export async function readKeychainPassword(service: string): Promise<string | null> {
  if (process.platform !== "darwin") return null;
  await using scope = await openScope({ runId: randomUUID(), home: "" });
  const { exit, stdout } = await runProgram(scope, {
    program: "/usr/bin/security",
    args: ["find-generic-password", "-s", service, "-w"],
    cwd: "/",
    env: { HOME: process.env["HOME"] ?? "" },
    timeoutMs,
  });
  return exit.code === 0 && stdout.trim() !== "" ? stdout.trim() : null;
}
