import { describe, expect, test } from "vitest";
import { wrapWithSupervisor } from "./scope.ts";
import { listFixtureOptions, listCarriers, collectLines, openProcessFixture, waitUntil } from "./scope.fixture.ts";

const kept = { kept: true };

describe.skipIf(process.platform === "win32").each(listFixtureOptions())(
  "a child that is kept, with $name",
  (means) => {
    const open = () => openProcessFixture(means.options);

    test("has a parent that is not AXIS, and exactly the environment it was given", async () => {
      await using world = await open();
      const script = "console.log(process.ppid, JSON.stringify(process.env))";
      const child = world.node(script, { ...kept, env: { ONE: "1" } });
      const [line = ""] = await collectLines(child.lines);
      const [, parent, env = ""] = /^(\d+) (.*)$/.exec(line) ?? [];
      expect(JSON.parse(env)).toEqual({ ONE: "1", AXIS_RUN_ID: world.runId });
      expect([0, 1, process.pid]).not.toContain(Number(parent));
    });

    test("reads its input, and gives lines, stderr, arguments and exit code as they are", async () => {
      await using world = await open();
      const args = ["", "$HOME", "a'b\"c\\", "new\nline", "-n", "--", "=", "é"];
      const script = `process.stdin.on("data", (text) => { console.log(String(text)); console.error("trouble"); console.log(JSON.stringify(process.argv.slice(1))); process.exit(7); })`;
      const child = world.node("", { ...kept, args: ["-e", script, "--", ...args], stdin: { text: "asked" } });
      expect(await collectLines(child.lines)).toEqual(["asked", JSON.stringify(args)]);
      // A bash that joins a group reads the profile of whoever runs the tests, and may say something of it first.
      const stderr = expect.stringMatching(/(^|\n)trouble\n$/);
      expect(await child.exit).toMatchObject({ code: 7, signal: null, spawnError: null, stderr });
    });

    test.each(["SIGKILL", "SIGSEGV", "SIGTERM", "SIGUSR1"])("that is ended by %s is said to be", async (signal) => {
      await using world = await open();
      const child = world.sh(`echo said >&2; kill -${signal.slice(3)} $$; sleep 60`, kept);
      expect(await child.exit).toMatchObject({ code: null, signal, stderr: "said\n" });
    });

    test.each([129, 130, 137, 139, 143, 159, 255])(
      "that exits with %i by itself is not said to be ended",
      async (code) => {
        await using world = await open();
        const child = world.sh(`echo said >&2; exit ${code}`, kept);
        expect(await child.exit).toMatchObject({ code, signal: null, stderr: "said\n" });
      },
    );

    test.each([
      ["SIGINT", 130],
      ["SIGPIPE", 141],
    ])("that is ended by %s has the exit code %i, as no shell says more of it", async (signal, code) => {
      await using world = await open();
      expect(await world.sh(`kill -${signal.slice(3)} $$; sleep 60`, kept).exit).toMatchObject({ code, signal: null });
    });

    test("that kills its parent is ended itself, and its parent's end is told", async () => {
      await using world = await open();
      const child = world.sh("kill -9 $PPID; sleep 60", kept);
      expect(await child.exit).toMatchObject({ code: null, signal: "SIGKILL" });
      expect(await world.scope.end()).toBeGreaterThan(0);
      expect(listCarriers(world.runId)).toEqual([]);
    });

    test("that tells its parent to end goes on", async () => {
      await using world = await open();
      const child = world.sh("kill -TERM $PPID; kill -HUP $PPID; kill -INT $PPID; sleep 0.2; echo still here", kept);
      expect(await collectLines(child.lines)).toEqual(["still here"]);
      expect(await child.exit).toMatchObject({ code: 0, signal: null });
    });

    test("that is stopped says its last words", async () => {
      await using world = await open();
      const child = world.sh("trap 'sleep 0.2; echo last words; exit 3' TERM; echo ready; sleep 60 & wait", kept);
      const lines = collectLines(child.lines);
      await waitUntil(() => listCarriers(world.runId).includes("sleep"));
      expect(await child.stop()).toMatchObject({ code: 3, signal: null });
      expect(await lines).toEqual(["ready", "last words"]);
    });
  },
);

test("a name that a shell would lose, or a program that a shell would mistake, is left without a keeper", () => {
  const command = { file: "/bin/a=b", args: ["c"], env: {}, joins: false };
  const plain = { shell: "/bin/sh", start: '"$@"' };
  expect(wrapWithSupervisor({ ...command, env: { "a.b": "1" } }, plain).file).toBe("/bin/a=b");
  expect(wrapWithSupervisor(command, { shell: "/bin/sh", start: '/usr/bin/env -u _ "$@"' }).file).toBe("/bin/a=b");
  expect(wrapWithSupervisor(command, null)).toBe(command);
  expect(wrapWithSupervisor(command, plain).args.slice(-2)).toEqual(["/bin/a=b", "c"]);
});
