/** One child process: its output, its input, its environment, its exit. */
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openScope } from "./scope.ts";
import { listFixtureOptions, collectLines, openProcessFixture } from "./scope.fixture.ts";

describe.skipIf(process.platform === "win32")("a child", () => {
  test("gives its lines, its stderr and its exit code", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("echo one; echo two; echo trouble >&2; printf three; exit 7");
    expect(await collectLines(child.lines)).toEqual(["one", "two", "three"]);
    expect(await child.exit).toMatchObject({ code: 7, signal: null, spawnError: null, stderr: "trouble\n" });
    expect((await child.exit).durationMs).toBeGreaterThan(0);
  });

  test("gets its arguments untouched, whatever characters they hold", async () => {
    const args = ["", " ", "$HOME", "`id`", "a'b\"c\\", "*", "-n", "--", "new\nline", "é😀", ";exit", "$0"];
    await using world = await openProcessFixture();
    const script = "console.log(JSON.stringify(process.argv.slice(1)))";
    const child = world.node("", { args: ["-e", script, "--", ...args] });
    expect(await collectLines(child.lines)).toEqual([JSON.stringify(args)]);
  });

  test("keeps the end of a stderr that is too long, and hands all of it on as it comes", async () => {
    let heard = 0;
    await using world = await openProcessFixture();
    const script = 'process.stderr.write("x".repeat(500000) + "the end")';
    const child = world.node(script, { stderrLimitBytes: 1000, onStderr: (chunk) => void (heard += chunk.length) });
    const { stderr } = await child.exit;
    expect([stderr.length, stderr.endsWith("xxthe end"), heard]).toEqual([1000, true, 500_007]);
  });

  test("keeps characters whole that arrive in two chunks, and shows bad bytes as such", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("printf '\\342\\202'; sleep 0.1; printf '\\254 ok \\377\\n'");
    expect(await collectLines(child.lines)).toEqual(["€ ok \uFFFD"]);
  });

  test("may print a line of 50 MB without AXIS growing by more than the line limit", async () => {
    await using world = await openProcessFixture();
    const before = process.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 5);
    const child = world.sh("head -c 50000000 /dev/zero | tr '\\0' a; echo; echo next");
    const lines = await collectLines(child.lines);
    clearInterval(timer);
    expect(lines.map((line) => line.replace(/^a+/, ""))).toEqual([
      ` [axis: line cut, ${50_000_000 - 8_388_608} bytes dropped]`,
      "next",
    ]);
    expect(most).toBeLessThan(150e6);
  });

  test("is cut short in what is kept of its stdout, not in its work", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("seq 100000; touch finished", { stdoutLimitBytes: 4 });
    expect(await collectLines(child.lines)).toEqual(["1", "2", "[axis: output cut at 4 bytes, the rest was dropped]"]);
    await child.exit;
    expect(existsSync(join(world.folder, "finished"))).toBe(true);
  });

  test("waits while nobody reads its output, and none of it is lost", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("seq 3000000; touch finished");
    const lines = child.lines[Symbol.asyncIterator]();
    expect(await lines.next()).toEqual({ value: "1", done: false });
    await sleep(300);
    expect(existsSync(join(world.folder, "finished"))).toBe(false);
    let last: string | undefined;
    let count = 1;
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      last = line.value;
      count += 1;
    }
    expect([last, count]).toEqual(["3000000", 3_000_000]);
  });

  test("goes on to its end when its reader leaves", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("seq 300000; exit 3");
    for await (const line of child.lines) if (line === "5") break;
    expect((await child.exit).code).toBe(3);
  });

  test("whose background process holds its pipes open has exited all the same", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("echo done; sleep 50 & exit 0");
    expect(await collectLines(child.lines)).toEqual(["done"]);
    expect((await child.exit).code).toBe(0);
    expect(await world.scope.end()).toBe(1);
  });

  test("whose background process never stops writing has exited all the same", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("echo first; (timeout 50 yes & timeout 50 yes >&2 &) ; exit 0", { stderrLimitBytes: 10 });
    const lines = await collectLines(child.lines);
    expect(lines[0]).toBe("first");
    expect(await child.exit).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\n?(y\n)*y?$/) });
  });

  test("without input reads its end at once", async () => {
    await using world = await openProcessFixture();
    expect(await collectLines(world.sh("cat; echo end").lines)).toEqual(["end"]);
  });

  test("gets the text on its input, and then the end", async () => {
    await using world = await openProcessFixture();
    expect(await collectLines(world.sh("cat", { stdin: { text: "a\nb" } }).lines)).toEqual(["a", "b"]);
    expect(await collectLines(world.sh("cat", { stdin: "a\nb" }).lines)).toEqual(["a", "b"]);
    expect(await collectLines(world.sh("cat", { stdin: "" }).lines)).toEqual([]);
  });

  test("may leave its input unread", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("exit 4", { stdin: { text: "x".repeat(5_000_000) } });
    expect(await child.exit).toMatchObject({ code: 4, spawnError: null });
    child.write("more");
    child.endInput();
  });

  test("with open input can be talked to", async () => {
    await using world = await openProcessFixture();
    const child = world.sh('while read word; do echo "got $word"; done', { stdin: "open" });
    const lines = child.lines[Symbol.asyncIterator]();
    child.write("one\n");
    expect((await lines.next()).value).toBe("got one");
    child.write("two\n");
    expect((await lines.next()).value).toBe("got two");
    child.endInput();
    expect((await lines.next()).done).toBe(true);
    expect((await child.exit).code).toBe(0);
  });

  test("that is killed says by which signal", async () => {
    await using world = await openProcessFixture();
    expect(await world.sh("kill -KILL $$").exit).toMatchObject({ code: null, signal: "SIGKILL" });
  });
});

describe.skipIf(process.platform === "win32")("a program that cannot start", () => {
  test.each(listFixtureOptions())("is named by the system's code with $name", async ({ options }) => {
    await using world = await openProcessFixture(options);
    writeFileSync(join(world.folder, "plain"), "text");
    writeFileSync(join(world.folder, "script"), "#!/nonexistent/interpreter\n");
    chmodSync(join(world.folder, "script"), 0o755);
    const start = (program: string, cwd = world.folder) =>
      world.scope.start({ program, args: [], cwd, env: world.env }).exit;
    expect(await start("no-such-program-anywhere")).toMatchObject({ spawnError: "ENOENT", code: null, signal: null });
    expect(await start("./missing")).toMatchObject({ spawnError: "ENOENT" });
    expect(await start("./plain")).toMatchObject({ spawnError: "EACCES" });
    expect(await start("./script")).toMatchObject({ spawnError: "ENOENT" });
    expect(await start("true", join(world.folder, "nowhere"))).toMatchObject({ spawnError: "ENOTDIR" });
  });

  test("has no lines and no number, and can be stopped", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("", { shell: false, program: "no-such-program-anywhere" });
    expect([child.pid, await collectLines(child.lines), (await child.stop()).spawnError]).toEqual([
      undefined,
      [],
      "ENOENT",
    ]);
  });

  test("because its arguments are too long is named too", async () => {
    await using world = await openProcessFixture();
    const child = world.scope.start({ program: "true", args: ["x".repeat(3_000_000)], cwd: "/", env: world.env });
    expect((await child.exit).spawnError).toBe("E2BIG");
  });
});

describe.skipIf(process.platform !== "linux")("the environment of a child", () => {
  afterEach(() => void vi.unstubAllEnvs());
  const odd: Record<string, string> = {
    A: "1",
    EMPTY: "",
    LINES: "a\nb",
    "npm_config_//host/:x": "odd name",
    PWD: "/elsewhere",
    IFS: "x",
    _: "u",
  };

  const plain: Record<string, string> = { A: "1", EMPTY: "", TEXT: "a\nb='\"$" };

  test.each(listFixtureOptions())("is exactly what was given, and the marker, with $name", async ({ options }) => {
    vi.stubEnv("AXIS_TEST_CANARY", "must not be inherited");
    vi.stubEnv("NODE_V8_COVERAGE", "/nonexistent/coverage");
    await using world = await openProcessFixture(options);
    for (const env of [{}, plain, odd]) {
      const child = world.scope.start({ program: "/bin/cat", args: ["/proc/self/environ"], cwd: "/", env });
      const entries = (await collectLines(child.lines))
        .join("\n")
        .split("\0")
        .filter((entry) => entry !== "");
      const expected = Object.entries({ ...env, AXIS_RUN_ID: world.runId }).map(([name, value]) => `${name}=${value}`);
      expect(entries.toSorted()).toEqual(expected.toSorted());
    }
  });
});

test("a scope that never starts anything ends with nothing, as often as it is asked to", async () => {
  const scope = await openScope({ runId: "idle", home: "/nonexistent/home" });
  expect([await scope.end(), await scope.end()]).toEqual([0, 0]);
});

test("a scope that has ended starts nothing", async () => {
  await using world = await openProcessFixture();
  await world.scope.end();
  const child = world.sh("touch started");
  expect(child.pid).toBeUndefined();
  expect(await child.exit).toMatchObject({ code: null, signal: "SIGTERM", spawnError: null });
});
