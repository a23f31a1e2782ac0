import { execFile, execFileSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as compare from "../commands/compare.ts";
import * as reports from "../commands/reports.ts";
import * as rescore from "../commands/rescore.ts";
import * as run from "../commands/run.ts";
import { drive } from "../world.fixture.ts";

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "axis-pages-"));
  await mkdir(join(cwd, "scenarios"));
  await writeFile(
    join(cwd, "axis.config.json"),
    JSON.stringify({ scenarios: "./scenarios", agents: [{ agent: "command", command: ["./agent.sh"], name: "a" }] }),
  );
  await writeFile(
    join(cwd, "scenarios", "hello.json"),
    JSON.stringify({ name: "Hello", prompt: "Say hello", judge: [{ check: "said", verify: { contains: "hello" } }] }),
  );
  await writeFile(join(cwd, "agent.sh"), "#!/bin/sh\necho hello\n");
  await chmod(join(cwd, "agent.sh"), 0o755);
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function reportFolder(): Promise<string> {
  const [id = ""] = (await readdir(join(cwd, ".axis", "reports"))).toSorted().toReversed();
  return join(cwd, ".axis", "reports", id);
}

test("a run leaves its page beside its report, whole, and says where", async () => {
  const { code, out } = await drive(run, [], { cwd });
  expect(code).toBe(0);
  const folder = await reportFolder();
  const html = await readFile(join(folder, "report.html"), "utf8");
  expect(html).toContain('<script type="text/plain" id="r0.0">');
  expect(html.trimEnd().endsWith("</html>")).toBe(true);
  expect(out).toMatch(/^Files +\.axis\/reports\/[\d-]+$/m);
  expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("with --json stdout is the report and nothing else", async () => {
  const { out } = await drive(run, ["--json"], { cwd });
  expect(JSON.parse(out)).toHaveProperty("reportId");
});

test("rescore leaves a page too", async () => {
  await drive(run, [], { cwd });
  const { code, out } = await drive(rescore, ["latest"], { cwd });
  expect(code).toBe(0);
  expect(existsSync(join(await reportFolder(), "report.html"))).toBe(true);
  expect(out.match(/^Files +\.axis\/reports\/[\d-]+$/gm)).toHaveLength(1);
  const json = await drive(rescore, ["latest", "--json"], { cwd });
  expect(JSON.parse(json.out)).toHaveProperty("rescoredFrom");
  expect(existsSync(join(await reportFolder(), "report.html"))).toBe(true);
});

test("--html makes the page again and prints its path", async () => {
  await drive(run, [], { cwd });
  const page = join(await reportFolder(), "report.html");
  await rm(page);
  const { code, out } = await drive(reports, ["latest", "--html"], { cwd });
  expect(code).toBe(0);
  expect(join(cwd, out.trim())).toBe(page);
  expect(existsSync(page)).toBe(true);
});

test("a page that cannot be written fails --html, and says which", async () => {
  await drive(run, [], { cwd });
  const page = join(await reportFolder(), "report.html");
  await rm(page);
  await mkdir(page);
  const { mistake, errorCode } = await drive(reports, ["latest", "--html"], { cwd });
  expect(errorCode).toBe("not-writable");
  expect(mistake).toContain("report.html could not be written");
});

test.each([[["--html"]], [["latest", "hello", "--html"]], [["latest", "--html", "-a", "a"]]])(
  "%j is refused: a page is one whole report",
  async (args) => {
    await drive(run, [], { cwd });
    expect((await drive(reports, args, { cwd })).errorCode).toBe("flag-invalid");
  },
);

test.each([
  ["html", "out.html", "<!doctype html>"],
  ["markdown", "out.md", "## "],
  ["badge", "out.svg", "<?xml"],
])("export writes %s into the file that is named", async (format, file, beginning) => {
  await drive(run, [], { cwd });
  const { code, out } = await drive(reports, ["export", "latest", "--format", format, "-o", file], { cwd });
  expect(code).toBe(0);
  expect(out.trim()).toBe(file);
  expect((await readFile(join(cwd, file), "utf8")).startsWith(beginning)).toBe(true);
});

test("compare --html writes both sides into one file", async () => {
  await drive(run, [], { cwd });
  await drive(run, [], { cwd });
  const [a = "", b = ""] = (await readdir(join(cwd, ".axis", "reports"))).toSorted();
  const { err } = await drive(compare, [a, b, "--html", "both.html"], { cwd });
  const html = await readFile(join(cwd, "both.html"), "utf8");
  expect(html).toContain('id="r0.0"');
  expect(html).toContain('id="r1.0"');
  expect(err).toContain("Page: both.html");
});

test.skipIf(process.platform === "win32")("a pipe that is named gets the page and stays a pipe", async () => {
  await drive(run, [], { cwd });
  const pipe = join(cwd, "pipe");
  execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", pipe]);
  const options = { maxBuffer: 100_000_000, timeout: 30_000 };
  const reader = promisify(execFile)("cat", [pipe], options);
  expect((await drive(reports, ["export", "latest", "-o", "pipe"], { cwd })).code).toBe(0);
  expect((await reader).stdout.trimEnd().endsWith("</html>")).toBe(true);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  const compared = promisify(execFile)("cat", [pipe], options);
  expect((await drive(compare, ["latest", "latest", "--html", "pipe"], { cwd })).code).toBe(0);
  expect((await compared).stdout.trimEnd().endsWith("</html>")).toBe(true);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test("an export that fails in the middle leaves the file that was there", async () => {
  await drive(run, [], { cwd });
  await writeFile(join(cwd, "kept.md"), "as it was");
  await rm(join(await reportFolder(), "scenarios", "hello", "a.json"));
  const { errorCode } = await drive(reports, ["export", "latest", "--format", "markdown", "-o", "kept.md"], { cwd });
  expect(errorCode).toBe("report-unreadable");
  expect(await readFile(join(cwd, "kept.md"), "utf8")).toBe("as it was");
  expect((await readdir(cwd)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});
