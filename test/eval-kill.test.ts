/** kill -9 of `axis eval` at random moments, then --resume: each item once, and nothing asked whose answer was kept. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { randomFrom } from "./fixtures/random.ts";

const cli = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "cli.js");
const items = Number(process.env["AXIS_FUZZ_ITEMS"] ?? 2_000);
const kills = Number(process.env["AXIS_FUZZ_EVAL_KILLS"] ?? 2);
const seed = Number(process.env["AXIS_FUZZ_SEED"] ?? process.hrtime.bigint() % 2n ** 31n);

/** Answers after a moment, and notes every question outside before it does. */
const model = `
import { appendFileSync } from "node:fs";
export default {
  id: "fake/slow",
  async ask(question) {
    appendFileSync(process.env.ASKED, question.facts.actualOutput ?? question.facts.actual_output ?? JSON.stringify(question.facts));
    appendFileSync(process.env.ASKED, "\\n");
    await new Promise((resolve) => setTimeout(resolve, 3));
    const value = { score: 0.5, explanation: "half" };
    const spending = { costUsd: 0.001, calls: 1 };
    const parsed = question.answer.safeParse(value);
    return parsed.success
      ? { status: "answered", value: parsed.data, spending }
      : { status: "failed", code: "unreadable", why: parsed.error.message, spending };
  },
};`;

const metric = `name: Half\ninstruction: Say how good it is.\nrequired_fields: [actual_output]\n`;

function evaluation(folder: string, args: readonly string[]) {
  const all = [cli, "eval", "data.jsonl", "-m", "half.yaml,exact_string_match", "--judge", "./model.mjs"];
  const child = spawn(process.execPath, [...all, "-o", "r.jsonl", "--concurrency", "50", ...args], {
    cwd: folder,
    env: { ...process.env, ASKED: join(folder, "asked.txt"), CI: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let said = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, ended, out: () => out, said: () => said + out };
}

const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : []);

interface Row {
  readonly item_index: number;
  readonly key: string;
  readonly status: string;
  readonly score: number;
}

function rowsIn(folder: string): Row[] {
  return linesOf(join(folder, "r.jsonl")).map((line) => JSON.parse(line) as Row);
}

test(`${items} items through ${kills} kills (seed ${seed})`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "axis-eval-kill-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = Array.from({ length: items }, (_, index) =>
    JSON.stringify({ actual_output: `answer ${index}`, expected_output: `answer ${index % 2 === 0 ? index : 0}` }),
  );
  writeFileSync(join(folder, "data.jsonl"), `${lines.join("\n")}\n`);
  writeFileSync(join(folder, "model.mjs"), model);
  writeFileSync(join(folder, "half.yaml"), metric);
  const random = randomFrom(seed);
  const asked = () => linesOf(join(folder, "asked.txt")).length;

  for (let kill = 0; kill < kills; kill += 1) {
    const goal = rowsIn(folder).length + Math.floor(random() * 0.3 * items);
    const { child, ended, said } = evaluation(folder, kill === 0 ? [] : ["--resume"]);
    while (child.exitCode === null && child.signalCode === null && linesOf(join(folder, "r.jsonl")).length < goal)
      await sleep(5);
    child.kill("SIGKILL");
    await ended;
    expect(said()).not.toContain("AXIS itself failed");
    const kept = new Set(
      rowsIn(folder)
        .filter(({ key }) => key === "half")
        .map(({ item_index: index }) => index),
    );
    const before = asked();
    const rest = evaluation(folder, ["--resume", "--budget-calls", "300"]);
    // Stopped early is exit 1; where less than that was left, it came to its end.
    expect([0, 1]).toContain(await rest.ended);
    const again = linesOf(join(folder, "asked.txt"))
      .slice(before)
      .map((text) => Number(/answer (\d+)/.exec(text)?.[1]));
    expect(again.filter((index) => kept.has(index))).toEqual([]);
  }

  const last = evaluation(folder, ["--resume"]);
  expect({ code: await last.ended, said: last.said() }).toMatchObject({ code: 0 });
  const rows = rowsIn(folder);
  expect(rows).toHaveLength(2 * items);
  expect(new Set(rows.map(({ item_index: index, key }) => `${index}/${key}`)).size).toBe(2 * items);
  expect(rows.every(({ status }) => status === "scored")).toBe(true);
  const exact = rows.filter(({ key }) => key === "exact_string_match");
  expect(exact.filter(({ score }) => score === 1)).toHaveLength(items / 2);
  expect(last.out()).toMatch(/^MEASURED\n/);
  expect(last.out()).toContain(`${items} items`);
  // Only what was under way when it was killed is asked a second time.
  expect(asked()).toBeLessThanOrEqual(items + kills * 50);
});
