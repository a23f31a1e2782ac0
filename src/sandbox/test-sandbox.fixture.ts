/** The contract of every sandbox that isolates files and processes: what an agent inside tries, and what it must get. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DriverName } from "../core/config/sandbox-settings.ts";

const here = dirname(fileURLToPath(import.meta.url));
const nobody = 65534;

export interface AttackedSandbox {
  readonly driver: DriverName;
  /** As whom AXIS itself runs. */
  readonly user: "root" | "an ordinary user";
  readonly image?: string;
}

const refused = String(1);
const noFamily = String(97);

/** What every attack must give; a list has the accepted answers. */
const expected: Readonly<Record<string, string | readonly string[] | number | boolean>> = {
  "the operator's home, config directory and other runs": "ENOENT,ENOENT,ENOENT",
  "/etc/shadow": ["ENOENT", "EACCES"],
  "the environment of AXIS": "false,false",
  "processes of the host": "true",
  "a signal to AXIS": "ESRCH",
  "a file outside": "ENOENT",
  "a file outside by a link": "ENOENT",
  "a file outside by ..": "ENOENT",
  "the system": "EROFS,EROFS,EROFS",
  core_pattern: ["EROFS", "EACCES"],
  privileges: "true",
  mount: refused,
  unshare: refused,
  setns: refused,
  keyctl: refused,
  bpf: refused,
  io_uring: refused,
  "typing into a terminal": refused,
  vsock: noFamily,
  "a packet socket": [noFamily, refused],
  "a raw socket": refused,
  "its own folders": "done,done,done,done,done,done",
  "its own user": "axis 1000",
  "the host afterwards": true,
  "a link planted in /tmp": "true",
  "the host after the link": "canary.txt",
  "the network from the agent": "reached",
  "the network from a check": "ECONNREFUSED",
  "a daemon without a marker": 0,
  orphans: 1,
  grace: "0 true",
  "SIGTERM ignored": "SIGKILL true",
  "a port of the policy": "http://127.0.0.1:3128 from outside",
};

/** Registers the tests of one driver as one user. */
export function testSandbox({ driver, user, image }: AttackedSandbox): void {
  describe(`${driver} as ${user}`, () => {
    let folder = "";
    let results: Readonly<Record<string, unknown>> = {};
    const command = (...args: string[]): [string, string[]] => {
      const program = [process.execPath, join(folder, "attack.mjs"), ...args];
      const asOther = ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"];
      const [first = "", ...rest] = user === "root" || process.getuid?.() !== 0 ? program : [...asOther, ...program];
      return [first, rest];
    };
    const env = { PATH: process.env["PATH"] ?? "", TMPDIR: "/tmp", ...(image !== undefined && { AXIS_TEST_IMAGE: image }) };

    beforeAll(async () => {
      folder = await bundleAttack();
      const [program, args] = command("attack", driver);
      const { stdout, stderr } = spawnSync(program, args, { cwd: "/", env, encoding: "utf8", timeout: 60_000 });
      if (!stdout.startsWith("{")) throw new Error(`the attacks did not run: ${stdout}${stderr}`);
      results = JSON.parse(stdout) as typeof results;
    }, 90_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test.each(Object.entries(expected))("%s", (name, answer) => {
      if (Array.isArray(answer)) expect(answer).toContain(results[name]);
      else expect(results[name]).toBe(answer);
    });

    test("a fork bomb is held", () => {
      const { alive, refused: failed } = JSON.parse(String(results["a fork bomb"])) as { alive: number; refused: number };
      expect(alive).toBeLessThanOrEqual(64);
      expect(alive + failed).toBe(120);
    });

    test("too much memory is ended by the system, where a limit can be set", () => {
      expect(user === "root" ? ["SIGKILL true"] : ["SIGKILL true", "not limited here"]).toContain(results["memory"]);
    });

    test("an agent that kills the supervisor does not end with a clean exit", () => {
      expect(results["the supervisor killed"]).toMatch(/^exit (SIGKILL|137)/);
    });

    test("nothing inside outlives a killed AXIS", async () => {
      const word = `8${process.pid}.25`;
      const [program, args] = command("hang", driver, word);
      const axis = spawn(program, args, { cwd: "/", env, stdio: ["ignore", "pipe", "inherit"] });
      await new Promise((resolve) => axis.stdout.once("data", resolve));
      expect(hasProcess(word)).toBe(true);
      axis.kill("SIGKILL");
      await expect.poll(() => hasProcess(word), { timeout: 10_000 }).toBe(false);
    });
  });
}

/** One file without dependencies, where every user can read it. */
async function bundleAttack(): Promise<string> {
  const folder = mkdtempSync("/tmp/axis-attack-program-");
  chmodSync(folder, 0o755);
  await build({
    input: join(here, "attack-run.fixture.ts"),
    platform: "node",
    external: [/^node:/],
    transform: { target: "node20" },
    output: { file: join(folder, "attack.mjs"), format: "esm" },
    logLevel: "silent",
  });
  copyFileSync(join(here, "inside.mjs"), join(folder, "inside.mjs"));
  return folder;
}

function hasProcess(word: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      const args = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0") : [];
      return args.includes(word);
    } catch {
      return false; // It has ended in the meantime.
    }
  });
}
