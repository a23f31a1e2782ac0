/** Runs a program of Node in a new sandbox, for tests of the network. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../process/run-program.ts";
import { openScope } from "../process/scope.ts";
import { isUnusable, type SandboxDriver } from "./driver.ts";
import { attackedPolicy, type RunInside } from "./network-attacks.fixture.ts";

/** With the policy of the attacks. */
export function runInsideWith(driver: SandboxDriver, image: string | null): RunInside {
  return async (forwards, { script, args }) => {
    const limits = { memoryBytes: 1024 ** 3, cpuPercent: null, pids: 256, diskBytes: null };
    const checks = { network: "none", read: [] } as const;
    const spec = { network: attackedPolicy, image, read: [], checks, limits, install: false };
    const prepared = await driver.prepare(spec);
    if (isUnusable(prepared)) throw new Error(`${prepared.missing}. ${prepared.fix}`);
    const root = realpathSync(mkdtempSync(join(tmpdir(), "axis-inside-")));
    const names = ["work", "home", "tmp", "shared"] as const;
    for (const name of names) mkdirSync(join(root, name));
    const [work, home, tmp, shared] = names.map((name) => join(root, name)) as [string, string, string, string];
    await using sandbox = await driver.open(prepared, {
      runId: "attacks",
      folders: { work, home, tmp, shared },
      read: [],
      path: "/usr/bin",
      hidden: [],
      forwards: { agent: forwards, checks: [] },
    });
    await using scope = await openScope({ runId: "attacks", home });
    const env = { HOME: home, PATH: "/usr/bin:/bin" };
    const start = { program: process.execPath, args: ["-e", script, ...args], cwd: work, env };
    const { exit, stdout } = await runProgram(scope, sandbox.wrap(start, "agent"));
    rmSync(root, { recursive: true, force: true });
    if (exit.code !== 0) throw new Error(`exit code ${exit.code}: ${exit.stderr}`);
    return stdout;
  };
}
