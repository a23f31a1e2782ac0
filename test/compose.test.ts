/** docker-compose.yml without Docker: the steps of the image, then the commands of its services, in order, on a real Postgres. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { until } from "./fixtures/axis.ts";
import { lastingPort } from "./fixtures/port.ts";
import { repository } from "./fixtures/project.ts";
import { createDatabase } from "./test-database.ts";

interface Service {
  readonly command: readonly string[];
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}
const { services } = parse(readFileSync(join(repository, "docker-compose.yml"), "utf8"), { merge: true }) as {
  services: Readonly<Record<"database" | "setup" | "server" | "worker", Service>>;
};
const dockerfile = readFileSync(join(repository, "docker", "Dockerfile"), "utf8");

const folder = mkdtempSync(join(tmpdir(), "axis-compose-"));
const bin = join(folder, "installed", "bin");
interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
}
const started: Started[] = [];
let environment: NodeJS.ProcessEnv;
let port: string;

beforeAll(async () => {
  port = String(await lastingPort());
  environment = {
    PATH: `${bin}:${process.env["PATH"]}`,
    HOME: folder,
    TMPDIR: join(folder, "tmp"),
    npm_config_cache: process.env["npm_config_cache"],
    AXIS_DATABASE_URL: await createDatabase(),
  };
  mkdirSync(join(folder, "tmp"));
});
afterAll(async () => {
  for (const { child } of started) child.kill("SIGTERM");
  await Promise.all(started.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The commands of `RUN` that npm runs, as they are in the Dockerfile, but in folders of this test. */
function listSteps(): string[] {
  return [...dockerfile.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)]
    .map(([, step = ""]) => step.replaceAll("/package", join(folder, "package")))
    .filter((step) => /\bnpm (?:pack|install)\b/.test(step))
    .map((step) => step.replace(" && npm cache clean --force", ""));
}

/** Starts what a service runs, in a folder of its own. */
function start(name: string, args: readonly string[]): Started {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const child = spawn(join(bin, "axis"), args, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const service: Started = { child, ended, said: () => output };
  started.push(service);
  return service;
}

test("the image's steps install a command that runs, and the services turn a queued run into a report", async () => {
  const steps = listSteps();
  expect(steps).toHaveLength(2);
  for (const step of steps) {
    // The cache of this machine, so that nothing is downloaded twice.
    const env = { ...process.env, npm_config_prefix: join(folder, "installed") };
    const { status, stderr } = spawnSync("sh", ["-ec", step], { cwd: repository, env, encoding: "utf8" });
    expect([step, status, status === 0 ? "" : stderr]).toEqual([step, 0, ""]);
  }

  const setUp = () =>
    spawnSync("sh", [join(repository, "docker", "setup.sh")], { cwd: folder, env: environment, encoding: "utf8" });
  const first = setUp();
  const token = /#token=(axis_\S+)/.exec(first.stdout)?.[1];
  expect([first.status, token]).toEqual([0, expect.any(String)]);
  expect(setUp().stdout).not.toContain("#token=");

  const [host, inside] = ["127.0.0.1", services.server.command.at(-1)];
  expect(services.server.ports).toEqual([`127.0.0.1:${inside}:${inside}`]);
  const server = start("server", [...services.server.command.slice(0, -1), port]);
  const worker = start("worker", services.worker.command);
  await until(() => server.said().includes("#token="));

  const project = join(folder, "project");
  const url = `http://${host}:${port}`;
  const client = { ...environment, AXIS_DATABASE_URL: undefined, AXIS_URL: url, AXIS_TOKEN: token };
  const axis = (...args: string[]) =>
    spawnSync(join(bin, "axis"), args, { cwd: project, env: client, encoding: "utf8" });
  mkdirSync(project);
  writeFileSync(
    join(project, "axis.config.json"),
    JSON.stringify({
      name: "Composed",
      scenarios: "./scenarios",
      agents: [{ agent: "command", name: "writer", command: ["sh", "-c", "echo done > out.txt; echo done"] }],
    }),
  );
  mkdirSync(join(project, "scenarios"));
  writeFileSync(
    join(project, "scenarios", "task.json"),
    JSON.stringify({
      name: "A task",
      prompt: "Make out.txt",
      judge: [{ check: "It is there", verify: { file: "out.txt", exists: true } }],
    }),
  );
  const ran = axis("run", "--queue");
  expect([ran.status, ran.stdout, ran.status === 0 ? "" : worker.said()]).toEqual([
    0,
    expect.stringMatching(/^PASS {2}1 of 1 result passed/),
    "",
  ]);
  const page = await fetch(`${url}/v1/runs`, { headers: { authorization: `Bearer ${token}` } });
  expect(await page.json()).toMatchObject({ data: [{ scenario: "task", agent: "writer" }] });

  const [, program = "", ...check] = services.server.healthcheck?.test ?? [];
  const isHealthy = () => {
    const args = check.map((part) => part.replace(`:${inside}/`, `:${port}/`));
    return spawnSync(program, args, { env: environment }).status === 0;
  };
  expect(isHealthy()).toBe(true);

  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  const asked = spawn(join(bin, "axis"), ["run", "--queue"], { cwd: project, env: client, stdio: "ignore" });
  const answered = new Promise((resolve) => asked.once("close", resolve));
  await until(async () => {
    const waiting = await fetch(`${url}/v1/runs?status=queued`, { headers: { authorization: `Bearer ${token}` } });
    return ((await waiting.json()) as { data: unknown[] }).data.length === 1;
  });
  const once = start("once", [...services.worker.command, "--once"]);
  expect([await once.ended, await answered, once.said()]).toEqual([0, 0, expect.stringContaining("it took 1")]);

  server.child.kill("SIGTERM");
  await server.ended;
  expect(isHealthy()).toBe(false);
});

test("the image holds the package, and no source, no build and no lists of packages", () => {
  const [, last = ""] = dockerfile.split(/^FROM .*\n(?=RUN apt-get)/m);
  const copied = [...last.matchAll(/^COPY (.*)$/gm)].map(([, what]) => what);
  expect(copied).toEqual(["--from=package /package /package", "docker/setup.sh /usr/local/share/axis/setup.sh"]);
  for (const emptied of [
    "--no-install-recommends",
    "rm -rf /var/lib/apt/lists/*",
    "rm -rf /package",
    "npm cache clean",
  ])
    expect(last).toContain(emptied);
  expect(last).not.toContain("npm run");
});

test("the image runs as a user of its own, and every service uses it", () => {
  expect(dockerfile).toMatch(/^USER axis$/m);
  expect(dockerfile.indexOf("USER axis")).toBeGreaterThan(dockerfile.lastIndexOf("\nRUN "));
  expect([services.setup.image, services.server.image, services.worker.image]).toEqual(["axis", "axis", "axis"]);
  expect(services.setup.command.at(-1)).toBe(/COPY docker\/setup\.sh (\S+)/.exec(dockerfile)?.[1]);
});
