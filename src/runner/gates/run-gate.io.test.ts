import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Gate } from "../../core/scenario/gate.ts";
import { type GateOptions, runGate } from "./run-gate.ts";
import { GateOutput, formatOutputTail } from "./output.ts";
import { listChangedPaths, readTree } from "./tree.ts";

let count = 0;

async function openGate(): Promise<GateOptions> {
  const [work, home] = await Promise.all(["work", "home"].map((name) => mkdtemp(join(tmpdir(), `axis-gate-${name}-`))));
  const env = { PATH: process.env["PATH"] ?? "", HOME: home ?? "" };
  return {
    runId: `gate-test-${process.pid}-${++count}`,
    work: work ?? "",
    home: home ?? "",
    env,
    abort: new AbortController().signal,
  };
}

/** A process that has ended may still be listed until somebody collects it. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

const gate = (command: string | string[], timeoutMs = 60_000): Gate => ({
  name: "test",
  command,
  timeoutMs,
  retries: 0,
  repairLoops: 0,
});

describe("one execution of a gate", () => {
  test.each([
    ["success", "true", { passed: true, exit_code: 0, ended_by: "exit" }],
    ["a code of its own", "exit 42", { passed: false, exit_code: 42, ended_by: "exit" }],
    ["a signal", "kill -9 $$", { passed: false, exit_code: 137, ended_by: "signal" }],
    ["a command the shell does not find", "no-such-program-x", { passed: false, exit_code: 127, ended_by: "exit" }],
  ])("%s", async (_, command, expected) => {
    expect(await runGate(gate(command), await openGate())).toMatchObject(expected);
  });

  test("a list is run without a shell, and a program that is not there is a spawn error", async () => {
    const world = await openGate();
    expect((await runGate(gate(["echo", "$HOME", "a b"]), world)).output).toBe("$HOME a b\n");
    expect(await runGate(gate(["no-such-program-x"]), world)).toMatchObject({
      passed: false,
      exit_code: 127,
      ended_by: "spawn-error",
      output: "the command could not be started: ENOENT\n",
    });
  });

  test("stdin is closed, so a command that reads does not wait", async () => {
    expect(await runGate(gate("cat; echo read"), await openGate())).toMatchObject({ passed: true, output: "read\n" });
  });

  test("one that never ends is stopped after its time, with what it started", async () => {
    const world = await openGate();
    const forks = `(setsid sh -c 'echo $$ > daemon.pid; sleep 300' &) ; while [ ! -s daemon.pid ]; do sleep 0.02; done; echo begun; sleep 300`;
    const ended = await runGate(gate(forks, 3_000), world);
    expect(ended).toMatchObject({ passed: false, exit_code: 124, ended_by: "timeout", output: "begun\n" });
    const pid = Number(await readFile(join(world.work, "daemon.pid"), "utf8"));
    expect(isAlive(pid)).toBe(false);
  });

  test("one that is cancelled says so", async () => {
    const controller = new AbortController();
    const world = await openGate();
    const running = runGate(gate("touch begun; sleep 300"), { ...world, abort: controller.signal });
    await expect.poll(() => existsSync(join(world.work, "begun"))).toBe(true);
    controller.abort();
    const ended = await running;
    expect(ended).toMatchObject({ passed: false, exit_code: null, ended_by: "cancel" });
  });

  test("of what it prints, the beginning and the end are kept", async () => {
    const flood = `printf 'first\\n'; head -c 30000000 /dev/zero | tr '\\0' x; printf '\\nlast \\377\\n'`;
    const { output } = await runGate(gate(flood), await openGate());
    expect(output.length).toBeLessThan(1024 * 1024 + 100);
    expect(output.startsWith("first\nxxx")).toBe(true);
    expect(output).toMatch(/\[axis: \d+ bytes left out\]/);
    expect(output.endsWith("\nlast \uFFFD\n")).toBe(true);
  });
});

describe("output", () => {
  test("what fits is kept whole, in one piece or in many", () => {
    for (const size of [1, 1000, 262_144, 300_000, 1_048_576]) {
      const output = new GateOutput();
      for (let at = 0; at < size; at += 7777) output.push(Buffer.alloc(Math.min(7777, size - at), 97));
      expect(output.text()).toBe("a".repeat(size));
    }
  });

  test("the shown end has at most 200 lines and 8 KiB, and starts at a line", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
    expect(formatOutputTail(`${lines.join("\n")}\n`).split("\n")).toHaveLength(201);
    const long = Array.from({ length: 100 }, (_, index) => `${index} ${"é".repeat(100)}`).join("\n");
    const shown = formatOutputTail(long);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(8192);
    expect(shown).toMatch(/^\d+ é{100}\n/);
  });

  test("one line that is too long keeps its end in whole characters", () => {
    const shown = formatOutputTail(`€${"€".repeat(5000)}!`);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(8192);
    expect(shown).toMatch(/^€+!$/);
  });

  test("control sequences and characters that turn text around are taken out", () => {
    expect(formatOutputTail("\u001B[31mred\u001B[0m\u0007 a\u202Eb\r\n\tc\u0000")).toBe("red ab\n\tc");
  });
});

describe("the tree", () => {
  const world = (scratch: string) => ({ scratch, runId: `tree-test-${process.pid}`, path: process.env["PATH"] ?? "" });
  const treeOf = async (work: string) => readTree(work, world(join(tmpdir(), `axis-tree-${process.pid}-${++count}`)));

  test("an empty folder and one that is gone are the empty tree", async () => {
    const work = await mkdtemp(join(tmpdir(), "axis-tree-work-"));
    expect((await treeOf(work))?.id).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    expect((await treeOf(join(work, "gone")))?.files.size).toBe(0);
  });

  test("sees content and mode, ignores what is ignored, and leaves nothing behind", async () => {
    const { work } = await openGate();
    await writeFile(join(work, ".gitignore"), "*.log\n");
    await writeFile(join(work, "a.txt"), "one");
    const before = await treeOf(work);
    await writeFile(join(work, "noise.log"), "x");
    expect((await treeOf(work))?.id).toBe(before?.id);
    await writeFile(join(work, "a.txt"), "two");
    await writeFile(join(work, "ü b.txt"), "new");
    const after = await treeOf(work);
    expect(before && after && listChangedPaths(before, after)).toEqual(["a.txt", "ü b.txt"]);
    expect(existsSync(join(work, ".git"))).toBe(false);
  });

  test("sees into repositories inside the folder, with and without a commit, but not into ignored ones", async () => {
    const { work } = await openGate();
    await writeFile(join(work, ".gitignore"), "out/\n");
    for (const inner of ["a [b]", "deep/c", "out"]) {
      await mkdir(join(work, inner), { recursive: true });
      spawnSync("git", ["init", "-q"], { cwd: join(work, inner) });
      await writeFile(join(work, inner, "f.txt"), "1");
    }
    const commit = "git add . && git -c user.name=a -c user.email=a@example.test commit -qm x";
    spawnSync("sh", ["-c", commit], { cwd: join(work, "deep/c") });
    const before = await treeOf(work);
    for (const inner of ["a [b]", "deep/c", "out"]) await writeFile(join(work, inner, "f.txt"), "2");
    const after = await treeOf(work);
    expect(before && after && listChangedPaths(before, after)).toEqual(["a [b]/f.txt", "deep/c/f.txt"]);
    expect(before?.id === after?.id).toBe(false);
  });

  test("a hook, a filter and a file monitor of the workspace are never run", async () => {
    const { work } = await openGate();
    const trap = `touch ${join(work, "sprung")}`;
    await writeFile(join(work, ".gitattributes"), "* filter=trap\n");
    await writeFile(join(work, ".gitconfig"), `[filter "trap"]\n  clean = ${trap}\n[core]\n  fsmonitor = ${trap}\n`);
    await writeFile(join(work, "a.txt"), "x");
    expect((await treeOf(work))?.files.size).toBe(3);
    expect(existsSync(join(work, "sprung"))).toBe(false);
  });

  test("without git there is no answer", async () => {
    const { work } = await openGate();
    await writeFile(join(work, "a.txt"), "x");
    const scratch = join(tmpdir(), `axis-tree-${process.pid}-${++count}`);
    expect(await readTree(work, { scratch, runId: "tree-test", path: "/nowhere" })).toBeNull();
    expect(existsSync(scratch)).toBe(false);
  });
});
