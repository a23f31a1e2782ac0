/** A key that an agent was given by name is in no byte that AXIS keeps or prints, however the agent writes it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { contentOf, openProject, type Project, type Ran, scenario } from "./fixtures/driven.ts";

const agent = fileURLToPath(new URL("fixtures/leaky-agent.mjs", import.meta.url));

/** With characters that JSON, URLs and base64 each write in their own way. */
const key = `Zq7"k\\9+/=&?ü-${"4f9Q".repeat(4)} end`;

/** What betrays the key: itself, and every form of it that can be read back. */
const forms = [
  key,
  JSON.stringify(key).slice(1, -1),
  JSON.stringify(JSON.stringify(key)).slice(3, -3),
  encodeURIComponent(key),
  ...["", "x", "xy"].flatMap((before) => {
    const text = Buffer.concat([Buffer.from(before), Buffer.from(key)]).toString("base64");
    const sure = text.slice(before === "" ? 0 : 4, -4);
    return [sure, sure.replaceAll("+", "-").replaceAll("/", "_")];
  }),
];

const leak = (to: string) => ({ action: "run_script", command: `printf '%s' "$DEMO_SERVICE_KEY" ${to}` });

function openLeaky(how: string, fields: object = {}, config: object = {}): Promise<Project> {
  return openProject({
    "axis.config.json": {
      agents: [{ agent: "command", name: "leaky", command: ["node", agent, how] }],
      env: ["DEMO_SERVICE_KEY"],
      artifacts: ["out/**"],
      ...config,
    },
    "scenarios/task.json": { ...scenario, ...fields },
  });
}

/** Where one of the forms can be found: in a file, in the name of one, on stdout or on stderr. */
async function betrayals(project: Project, ran: Ran): Promise<string[]> {
  const kept = await contentOf(join(project.folder, ".axis"));
  const places = [...kept, ["stdout", ran.stdout] as const, ["stderr", ran.stderr] as const];
  const asBytes = (text: string) => Buffer.from(text).toString("latin1");
  return places.flatMap(([path, content]) =>
    forms.flatMap((form) =>
      [content, path].some((text) => text.includes(form) || text.includes(asBytes(form))) ? [`${path}: ${form}`] : [],
    ),
  );
}

describe.concurrent("an agent that writes its key in ten encodings", () => {
  test.each(["succeed", "fail", "crash"])("and ends with: %s, leaves no trace of it", async (how) => {
    await using project = await openLeaky(how);
    const ran = await project.axis(["run", "--debug"], { env: { DEMO_SERVICE_KEY: key } });
    expect(ran.code).toBe(how === "succeed" ? 0 : 1);
    expect(await betrayals(project, ran)).toEqual([]);
    const raw = await readFile(join(await project.reportFolder(), "scenarios/task/leaky.raw.ndjson"), "utf8");
    expect(raw.match(/\[redacted\]/g)?.length).toBeGreaterThan(40);
    const shown = await project.axis(["reports", "latest", "task"], { env: { DEMO_SERVICE_KEY: key } });
    expect(await betrayals(project, shown)).toEqual([]);
    expect(shown.stdout).toContain("[redacted]");
    const json = await project.axis(["reports", "latest", "--json"], { env: { DEMO_SERVICE_KEY: undefined } });
    expect(await betrayals(project, json)).toEqual([]);
  });

  test("has its text artifacts cleaned, its binary ones withheld, and the others kept", async () => {
    await using project = await openLeaky("succeed");
    const { report } = await project.report([], { env: { DEMO_SERVICE_KEY: key } });
    const artifacts = report.results[0]?.artifacts ?? [];
    expect(artifacts.find(({ path }) => path === "out/binary.png")).toMatchObject({ skipped: "holds a secret" });
    const clean = artifacts.find(({ path }) => path === "out/clean.txt");
    expect(await readFile(join(await project.reportFolder(), clean?.file ?? ""), "utf8")).toBe("nothing to hide");
    const plain = artifacts.find(({ path }) => path === "out/plain.txt");
    if (plain?.file !== undefined)
      expect(await readFile(join(await project.reportFolder(), plain.file), "utf8")).toContain("[redacted]");
    else expect(plain?.skipped).toBe("holds a secret");
  });
});

test("notes, failing scripts and check output do not give the key away", async () => {
  const wordy = `printf '%s' "$DEMO_SERVICE_KEY" >&2; printf '%s' "$DEMO_SERVICE_KEY"; exit 1`;
  await using project = await openLeaky(
    "succeed",
    {
      setup: [leak('>> "$AXIS_OUTPUT"')],
      teardown: [leak('>> "$AXIS_OUTPUT"'), { action: "run_script", command: wordy }],
      judge: [{ check: "x", verify: wordy }],
    },
    {
      beforeAll: [leak('>> "$AXIS_OUTPUT"')],
      afterAll: [leak('>> "$AXIS_OUTPUT"'), { action: "run_script", command: wordy }],
    },
  );
  const ran = await project.axis(["run", "-v", "--debug"], { env: { DEMO_SERVICE_KEY: key } });
  expect(ran.code).toBe(1);
  expect(await betrayals(project, ran)).toEqual([]);
  const detail = await project.detail("scenarios/task/leaky.json");
  expect(detail).toMatchObject({
    setupOutput: "[redacted]",
    teardownOutput: "[redacted]",
    teardownError: expect.stringContaining("[redacted]"),
  });
  expect(detail.checks[0]?.rationale).toContain("[redacted]");
});

/** Writes n characters around the key, so that a limit on the output falls in the middle of the key. */
const straddle = (before: number, after: number, to: string) =>
  `{ head -c ${before} /dev/zero | tr '\\0' a; printf '%s' "$DEMO_SERVICE_KEY"; head -c ${after} /dev/zero | tr '\\0' b; } ${to}`;

/** The longest part of the key, in characters, that is found anywhere. */
async function longestBetrayal(project: Project, ran: Ran): Promise<number> {
  const kept = [...(await contentOf(join(project.folder, ".axis")))].map(([, content]) => content);
  const texts = [...kept, ran.stdout, ran.stderr];
  const plain = Buffer.from(key).toString("latin1");
  const written = [key, plain, JSON.stringify(key).slice(1, -1), JSON.stringify(plain).slice(1, -1)];
  let longest = 0;
  for (const form of written)
    for (let at = 0; at + longest < form.length; at += 1)
      while (at + longest < form.length && texts.some((text) => text.includes(form.slice(at, at + longest + 1))))
        longest += 1;
  return longest;
}

test.each([
  ["a setup that fails", { setup: [{ action: "run_script", command: `${straddle(0, 1_974, ">&2")}; exit 1` }] }],
  ["a check that fails", { judge: [{ check: "x", verify: `${straddle(0, 1_974, "")}; exit 1` }] }],
  ["a check that says too much", { judge: [{ check: "x", verify: `${straddle(0, 1_974, ">&2")}; exit 1` }] }],
  ["the notes of a setup", { setup: [{ action: "run_script", command: straddle(262_118, 100, '>> "$AXIS_OUTPUT"') }] }],
  ["a gate", { gates: [{ name: "long", command: straddle(262_118, 900_000, "") }] }],
])("the output of %s is cut in the middle of the key, and no telling part of it stays", async (_where, fields) => {
  // An agent that writes nothing: whatever is found comes from the output that was cut.
  const agents = [{ agent: "command", name: "quiet", command: "echo done" }];
  await using project = await openLeaky("succeed", fields, { agents });
  const ran = await project.axis(["run"], { env: { DEMO_SERVICE_KEY: key } });
  expect(await longestBetrayal(project, ran)).toBeLessThan(16);
});

test("an environment that the agent encodes whole gives no key away, however it breaks its lines", async () => {
  const lines = `#!/usr/bin/env node
const all = Object.entries(process.env).map(([name, value]) => name + "=" + value).join("\\n");
for (const [encoding, width] of [["base64", 76], ["base64", 64], ["base64", 19], ["base64url", 76], ["hex", 60]])
  console.log(Buffer.from("x".repeat(width % 7) + all).toString(encoding).replace(new RegExp(".{" + width + "}", "g"), "$&\\n"));`;
  await using project = await openProject({
    "axis.config.json": {
      agents: [{ agent: "command", name: "leaky", command: ["./env.mjs"] }],
      env: ["DEMO_SERVICE_KEY"],
    },
    "env.mjs": lines,
    "scenarios/task.json": scenario,
  });
  const secret = "correct-horse-battery-staple-0123456789";
  const ran = await project.axis(["run"], { env: { DEMO_SERVICE_KEY: secret } });
  const kept = [...(await contentOf(join(project.folder, ".axis")))].map(([, content]) => content);
  const texts = [...kept, ran.stdout, ran.stderr].map((text) => text.replaceAll(/\s|\\+n/g, ""));
  const telling = ["", "x", "xx"].flatMap((before) => {
    const encoded = Buffer.from(before + secret)
      .toString("base64")
      .slice(4, -4);
    return Array.from({ length: encoded.length - 16 }, (_, at) => encoded.slice(at, at + 16));
  });
  expect(texts.join(" ")).toContain("[redacted]");
  expect(telling.filter((part) => texts.some((text) => text.includes(part)))).toEqual([]);
});

test("a failing setup and a failing beforeAll do not give the key away", async () => {
  const wordy = [{ action: "run_script", command: `printf '%s' "$DEMO_SERVICE_KEY" >&2; exit 1` }];
  await using inSetup = await openLeaky("succeed", { setup: wordy });
  const one = await inSetup.axis(["run"], { env: { DEMO_SERVICE_KEY: key } });
  expect([one.code, await betrayals(inSetup, one)]).toEqual([1, []]);
  await using inHook = await openLeaky("succeed", {}, { beforeAll: wordy });
  const two = await inHook.axis(["run"], { env: { DEMO_SERVICE_KEY: key } });
  expect([two.code, two.stderr.includes("[redacted]"), forms.filter((form) => two.stderr.includes(form))]).toEqual([
    1,
    true,
    [],
  ]);
});

test("a mistake that quotes a file, or what a module threw, does not give a key away", async () => {
  await using project = await openProject({
    "session.txt": `not JSON: ${key}`,
    "broken.config.mjs": "throw new Error(process.env.DEMO_SERVICE_KEY);",
  });
  for (const args of [
    ["score", "session.txt"],
    ["run", "-c", "broken.config.mjs", "--debug"],
  ]) {
    const ran = await project.axis(args, { env: { DEMO_SERVICE_KEY: key } });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("[redacted]");
    for (const form of forms) expect(ran.stdout + ran.stderr).not.toContain(form);
  }
});

test("well-known shapes of keys are taken out even where AXIS never knew the value", async () => {
  const found = [
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "AKIAABCDEFGHIJKLMNOP",
    "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----",
  ];
  await using project = await openProject({
    "axis.config.json": { agents: [{ agent: "command", name: "finder", command: ["./finder.mjs"] }] },
    "finder.mjs": `#!/usr/bin/env node\nfor (const text of ${JSON.stringify(found)}) console.log(JSON.stringify({ type: "assistant", text }));`,
    "scenarios/task.json": scenario,
  });
  const ran = await project.axis(["run", "--debug"]);
  expect(ran.code).toBe(0);
  const kept = [...(await contentOf(join(await project.reportFolder(), "scenarios")))].filter(
    ([path]) => !path.includes("artifacts"),
  );
  const texts = kept.map(([, content]) => content).join("\n");
  expect(texts).toContain("[redacted]");
  expect(texts).not.toMatch(/ghp_abcdefghij|AKIAABCDEF/);
  expect(
    (await project.detail("scenarios/task/finder.json")).output.transcript.map((entry) =>
      entry.type === "assistant" ? entry.text : "",
    ),
  ).toEqual(["[redacted]", "[redacted]", "[redacted]"]);
});

test("a value that is too short or an ordinary word is left alone, and a warning names its variable", async () => {
  await using project = await openProject({
    "axis.config.json": {
      agents: [{ agent: "command", name: "agent", command: 'echo "$DEPLOY_STAGE and $SHORT_ONE"' }],
      env: ["DEPLOY_STAGE", "SHORT_ONE"],
    },
    "scenarios/task.json": { ...scenario, judge: [{ check: "x", verify: { contains: "production and a1b2" } }] },
  });
  const ran = await project.axis(["run"], { env: { DEPLOY_STAGE: "production", SHORT_ONE: "a1b2" } });
  expect([ran.code, (await project.stored()).results[0]?.score?.goalAchievement.score]).toEqual([0, 100]);
  expect(ran.stderr).toMatch(/warning +The value of DEPLOY_STAGE /);
  expect(ran.stderr).toMatch(/warning +The value of SHORT_ONE /);
});
