import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openScope, type ScopeOptions } from "../scope.ts";
import { readCgroup1 } from "./cgroup1.ts";
import {
  type MeterReading,
  openMeter,
  openProcMeter,
  readCgroup2,
  readMemoryBytes,
  type UsageLimits,
} from "./meter.ts";

const megabyte = 1024 ** 2;
const limits: UsageLimits = { memoryBytes: 1024 * megabyte, cpuPercent: null };
let count = 0;

/** A folder with these files, as a kernel showed them. */
function recordedFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "axis-meter-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

interface Metered extends ScopeOptions {
  /** What is waited for, where the script does not end by itself. */
  readonly until?: (used: MeterReading) => boolean;
}

async function usageOf(script: string, { until = () => false, ...options }: Metered) {
  const home = mkdtempSync(join(tmpdir(), "axis-meter-home-"));
  const runId = `meter-test-${process.pid}-${++count}`;
  await using scope = await openScope({ runId, home }, options);
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  const child = scope.start({ program: process.execPath, args: ["-e", script], cwd: home, env });
  const over = child.exit.then(() => true);
  const isSeen = (used: MeterReading | null) => used !== null && until(used);
  while (!isSeen(scope.usage()) && !(await Promise.race([over, sleep(20, false)])));
  await scope.end();
  const exit = await child.exit;
  return { used: scope.usage(), code: exit.code ?? exit.signal };
}

/** What this machine offers, found out by really opening it. */
const probe = openMeter({ cgroup: null, name: `axis-probe-meter.${process.pid}`, limits, alive: () => [] });
const source = probe?.read().source;
for (const group of probe?.groups ?? []) group.remove();
const allocate = (megabytes: number) =>
  `const held = Buffer.alloc(${megabytes} * 1024 * 1024, 1); setTimeout(() => process.exit(held[5]), 300_000);`;
const holding = (megabytes: number) => (used: MeterReading) => (used.peakBytes ?? 0) > megabytes * megabyte;

describe("a meter on this machine", () => {
  test.skipIf(source === undefined)("sees how much memory a program held at most", async () => {
    const { used, code } = await usageOf(allocate(200), { limits, until: holding(200) });
    expect(code).toBe("SIGTERM");
    expect(used?.limitBytes).toBe(limits.memoryBytes);
    expect(used?.peakBytes).toBeGreaterThan(200 * megabyte);
    expect(used?.peakBytes).toBeLessThan(600 * megabyte);
  });

  test.skipIf(source === undefined)("sees what a process holds that has left its session", async () => {
    const daemon = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(allocate(150))}], { detached: true, stdio: "ignore" }).unref();`;
    const { used } = await usageOf(`${daemon} setTimeout(() => {}, 300_000);`, { limits, until: holding(150) });
    expect(used?.peakBytes).toBeGreaterThan(150 * megabyte);
  });

  test.skipIf(source !== "cgroup1" && source !== "cgroup2")(
    "a program beyond its memory limit is ended, and the counter says why",
    async () => {
      const { used, code } = await usageOf(allocate(400), { limits: { ...limits, memoryBytes: 150 * megabyte } });
      expect(code).toBe("SIGKILL");
      expect(used?.outOfMemory).toBeGreaterThan(0);
      expect(used?.peakBytes).toBeLessThanOrEqual(150 * megabyte);
    },
  );

  test.skipIf(source !== "cgroup1" && source !== "cgroup2")(
    "a program that wants more of the processor than it may have is throttled",
    async () => {
      const burn = (ms: number) => `const end = Date.now() + ${ms}; while (Date.now() < end);`;
      const until = ({ throttledMs }: MeterReading) => (throttledMs ?? 0) > 100;
      const { used } = await usageOf(burn(300_000), { limits: { ...limits, cpuPercent: 20 }, until });
      expect(used?.throttledMs).toBeGreaterThan(100);
      const free = await usageOf(burn(500), { limits });
      expect(free.used?.throttledMs).toBe(0);
    },
  );

  test.skipIf(process.platform !== "linux")("without groups it adds up what the processes hold", async () => {
    const meter = openProcMeter({ cgroup: null, name: "", limits, alive: () => [process.pid] });
    meter?.sample();
    expect(meter?.read()).toMatchObject({ source: "proc", throttledMs: null, limitBytes: limits.memoryBytes });
    expect(meter?.read().peakBytes).toBeGreaterThan(10 * megabyte);
  });

  test("a scope that nobody wants metered says nothing", async () => {
    expect((await usageOf("", {})).used).toBeNull();
  });
});

describe("what kernels write", () => {
  test("version 2: peak, limit, throttling since the start, kills", () => {
    const folder = recordedFolder({
      "memory.peak": "429496730\n",
      "memory.max": "4294967296\n",
      "cpu.stat": "usage_usec 5000000\nuser_usec 4000000\nnr_throttled 7\nthrottled_usec 1234999\n",
      "memory.events": "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 0\n",
    });
    expect(readCgroup2(folder, { limits, highest: 1, throttledBefore: 1000 })).toEqual({
      source: "cgroup2",
      peakBytes: 429496730,
      limitBytes: 4294967296,
      throttledMs: 1233,
      outOfMemory: 2,
    });
  });

  test("version 2 before it kept a peak: the highest that was sampled", () => {
    const folder = recordedFolder({ "memory.max": "max\n", "cpu.stat": "usage_usec 1\n" });
    expect(readCgroup2(folder, { limits, highest: 77, throttledBefore: 0 })).toEqual({
      source: "cgroup2",
      peakBytes: 77,
      limitBytes: limits.memoryBytes,
      throttledMs: null,
      outOfMemory: null,
    });
  });

  test("version 1: nanoseconds, and the counter of kills", () => {
    const memory = recordedFolder({
      "memory.max_usage_in_bytes": "104857600\n",
      "memory.limit_in_bytes": "4294967296\n",
      "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n",
    });
    const cpu = recordedFolder({ "cpu.stat": "nr_periods 10\nnr_throttled 4\nthrottled_time 2999999999\n" });
    expect(readCgroup1({ memory, cpu }, { limits, throttledBefore: 0 })).toEqual({
      source: "cgroup1",
      peakBytes: 104857600,
      limitBytes: 4294967296,
      throttledMs: 2999,
      outOfMemory: 1,
    });
  });

  test("a process whose share may not be read counts with all it holds; one that is gone counts nothing", () => {
    const refused = recordedFolder({ status: "Name:\tnode\nVmRSS:\t   51200 kB\nThreads:\t7\n" });
    const shared = recordedFolder({ smaps_rollup: "Rss:  900 kB\nPss:             300 kB\nPss_Dirty:  1 kB\n" });
    expect(readMemoryBytes(refused)).toBe(51200 * 1024);
    expect(readMemoryBytes(shared)).toBe(300 * 1024);
    expect(readMemoryBytes(join(refused, "gone"))).toBeNull();
  });
});
