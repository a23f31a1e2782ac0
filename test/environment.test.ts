/** What each child process sees of the operator's environment: exactly the expected names, in every place that starts one. */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentOf, isWritten, openProject, type Project, scenario, until } from "./fixtures/axis.ts";
import { gitLibrary } from "./fixtures/git-library.ts";
import { listed } from "./fixtures/processes.ts";

/** Names that must reach nobody, of every kind that has leaked somewhere before. */
const secretNames =
  `AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AZURE_CLIENT_SECRET ANTHROPIC_API_KEY ARM_CLIENT_SECRET
  BASH_ENV_CANARY BITBUCKET_TOKEN BUILDKITE_AGENT_TOKEN CARGO_REGISTRY_TOKEN CI_JOB_TOKEN CIRCLE_TOKEN CLOUDFLARE_API_TOKEN CODEX_API_KEY
  CODECOV_TOKEN COOKIE_SECRET DATABASE_URL DIGITALOCEAN_TOKEN DOCKER_AUTH_CONFIG DOCKER_PASSWORD ENCRYPTION_KEY FIREBASE_TOKEN
  GEMINI_API_KEY GH_TOKEN GITHUB_ENV GITHUB_OUTPUT GITHUB_TOKEN GITLAB_TOKEN GOOGLE_API_KEY GOOGLE_APPLICATION_CREDENTIALS GPG_PASSPHRASE
  HEROKU_API_KEY HF_TOKEN JWT_SECRET KUBECONFIG LDAP_PASSWORD MISTRAL_API_KEY MONGO_URL MYSQL_PWD NETLIFY_AUTH_TOKEN NPM_TOKEN
  OPENAI_API_KEY OPENROUTER_API_KEY PGPASSWORD POSTHOG_KEY PYPI_TOKEN REDIS_URL SENTRY_AUTH_TOKEN SIGNING_KEY SLACK_TOKEN SNYK_TOKEN
  SSH_AUTH_SOCK STRIPE_SECRET_KEY SUDO_ASKPASS TELEGRAM_TOKEN TWINE_PASSWORD VAULT_TOKEN VERCEL_TOKEN XDG_CONFIG_HOME XDG_RUNTIME_DIR`.split(
    /\s+/,
  );

/** Names that change what a program does; each passes only where it is named literally. */
const loaderNames = {
  LD_LIBRARY_PATH: "/canary",
  BASH_ENV: "/canary",
  ENV: "/canary",
  PYTHONPATH: "/canary",
  GIT_DIR: "/canary",
  npm_config_registry: "canary",
  NODE_OPTIONS: "--no-warnings",
  DYLD_INSERT_LIBRARIES: "/canary",
};

/** One name for each list of the config. */
const listNames = {
  LIST_AGENT: "agent-canary-71c8",
  LIST_HOOKS: "hooks-canary-71c8",
  LIST_CHECKS: "checks-canary-71c8",
  LIST_JUDGE: "judge-canary-71c8",
};

const canary = (name: string) => `canary-${name.toLowerCase()}-5f3a9`;
const canaries = Object.fromEntries(secretNames.map((name) => [name, canary(name)]));
const system = { USER: "operator", SHELL: "/bin/sh", LANG: "C.UTF-8", TERM: "xterm" };
const operator = { ...canaries, ...loaderNames, ...listNames, ...system };
const systemNames = ["PATH", ...Object.keys(system)];
const jobNames = [
  "AXIS_AGENT",
  "AXIS_CONFIG_DIR",
  "AXIS_PHASE",
  "AXIS_RUN_ID",
  "AXIS_SCENARIO",
  "AXIS_TRIAL",
  "AXIS_WORKSPACE",
  "HOME",
  "TMPDIR",
];

const hookNames = [
  ...systemNames,
  "LIST_HOOKS",
  "HOME",
  "AXIS_CONFIG_DIR",
  "AXIS_OUTPUT",
  "AXIS_PHASE",
  "AXIS_RUN_ID",
  "AXIS_WORKSPACE",
];

/** A program that writes down its environment, by name, where its last argument says. */
const dump = `import { writeFileSync } from "node:fs";
writeFileSync(process.argv[2], JSON.stringify(process.env));
console.log("done");`;

/** Names a shell adds by itself. */
const shellNames = Object.keys(
  JSON.parse(
    execFileSync("sh", ["-c", `"${process.execPath}" -p "JSON.stringify(process.env)"`], { env: {}, encoding: "utf8" }),
  ) as object,
);

interface Dumped {
  readonly [name: string]: string;
}

async function dumped(project: Project, place: string): Promise<Dumped> {
  return JSON.parse(await readFile(join(project.outside, place), "utf8")) as Dumped;
}

/** The names a child in a shell has, without what its shell added. */
async function namesIn(project: Project, place: string, expected: readonly string[]): Promise<string[]> {
  const names = Object.keys(await dumped(project, place));
  return names.filter((name) => expected.includes(name) || !shellNames.includes(name)).toSorted();
}

async function openDumping(config: object = {}): Promise<Project> {
  const project = await openProject({});
  await writeFile(join(project.root, "dump.mjs"), dump);
  const line = (place: string) => `"${process.execPath}" "${project.root}/dump.mjs" "${project.outside}/${place}"`;
  const action = (place: string) => [{ action: "run_script", command: line(place) }];
  await project.write({
    "axis.config.json": {
      agents: [
        {
          agent: "command",
          name: "dumper",
          command: [process.execPath, `${project.root}/dump.mjs`, `${project.outside}/agent`],
        },
      ],
      env: { agent: ["LIST_AGENT"], hooks: ["LIST_HOOKS"], checks: ["LIST_CHECKS"], judge: ["LIST_JUDGE"] },
      beforeAll: action("beforeAll"),
      afterAll: action("afterAll"),
      ...config,
    },
    "scenarios/task.json": {
      ...scenario,
      setup: action("setup"),
      teardown: action("teardown"),
      judge: [{ check: "x", verify: line("verify") }],
    },
  });
  return project;
}

describe.concurrent("with sixty canaries in the operator's environment", () => {
  test("every child sees exactly the names it is meant to see", async () => {
    expect(secretNames).toHaveLength(60);
    await using project = await openDumping();
    const ran = await project.axis(["run", "-v", "--debug"], { env: operator });
    expect(ran.code).toBe(0);
    const expected: Record<string, string[]> = {
      agent: [...systemNames, "LIST_AGENT", "HOME", "TMPDIR", "AXIS_RUN_ID", "AXIS_PROMPT_FILE"],
      setup: [...systemNames, ...jobNames, "LIST_HOOKS", "AXIS_OUTPUT"],
      teardown: [...systemNames, ...jobNames, "LIST_HOOKS", "AXIS_OUTPUT"],
      verify: [...systemNames, ...jobNames, "LIST_CHECKS", "AXIS_RESULT_FILE", "AXIS_TRANSCRIPT_FILE"],
      beforeAll: hookNames,
      afterAll: [...hookNames, "AXIS_REPORT_DIR", "AXIS_TOTAL", "AXIS_COMPLETED", "AXIS_FAILED", "AXIS_DURATION_MS"],
    };
    for (const [place, names] of Object.entries(expected))
      expect([place, await namesIn(project, place, names)]).toEqual([place, names.toSorted()]);
    const [agent, setup, verify, before] = await Promise.all(
      ["agent", "setup", "verify", "beforeAll"].map((place) => dumped(project, place)),
    );
    expect(agent?.["HOME"]).toMatch(new RegExp(`^${project.tmp}/axis-.*/home$`));
    expect(setup?.["HOME"]).toBe(agent?.["HOME"]);
    expect(verify?.["HOME"]).not.toBe(agent?.["HOME"]);
    expect(before?.["HOME"]).toBe(join(project.root, "home"));
    await canariesAreNowhere(project, ran.stdout + ran.stderr);
  });

  test("a name in env cannot override what AXIS sets, and no check ever sees a model's key", async () => {
    await using project = await openDumping({
      env: ["HOME", "TMPDIR", "AXIS_RUN_ID", "AXIS_PROMPT_FILE", "ANTHROPIC_API_KEY", "NODE_OPTIONS"],
    });
    const ran = await project.axis(["run"], {
      env: { ...operator, AXIS_RUN_ID: "forged", AXIS_PROMPT_FILE: "/forged" },
    });
    expect(ran.code).toBe(0);
    const [agent, setup, verify] = await Promise.all(
      ["agent", "setup", "verify"].map((place) => dumped(project, place)),
    );
    for (const child of [agent, setup, verify]) {
      expect(child?.["HOME"]).toContain(`${project.tmp}/axis-`);
      expect(child?.["TMPDIR"]).toContain(`${project.tmp}/axis-`);
      expect(child?.["AXIS_RUN_ID"]).toMatch(/^run_/);
      expect(child?.["NODE_OPTIONS"]).toBe("--no-warnings");
    }
    expect(agent?.["AXIS_PROMPT_FILE"]).toContain("/home/");
    expect(agent?.["ANTHROPIC_API_KEY"]).toBe(canaries["ANTHROPIC_API_KEY"]);
    expect(verify).not.toHaveProperty("ANTHROPIC_API_KEY");
    await canariesAreNowhere(project, ran.stdout + ran.stderr);
  });

  test("no command line on this machine shows a value, while the agent is at work with it", async () => {
    await using project = await openProject({
      "axis.config.json": {
        agents: [
          {
            agent: "command",
            name: "waiting",
            command: `[ -n "$LIST_AGENT" ] && echo ready > "$OUTSIDE/at"; exec sleep 30`,
          },
        ],
        env: ["LIST_AGENT", "OUTSIDE", "GITHUB_TOKEN"],
      },
      "scenarios/task.json": scenario,
    });
    const { child, ended } = project.start(["run", "--debug"], { env: operator });
    await until(() => isWritten(join(project.outside, "at")));
    const seen = listed().join("\n");
    child.kill("SIGINT");
    await ended;
    expect(seen).toContain("sleep 30");
    expect([...Object.values(canaries), ...Object.values(listNames)].filter((value) => seen.includes(value))).toEqual(
      [],
    );
  });

  test("git is given its own settings and nothing of the operator's", async () => {
    await using project = await openProject({});
    const library = await gitLibrary(project);
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    await project.write({
      "bin/git": `#!/bin/sh\n"${process.execPath}" -e 'require("fs").appendFileSync("${project.outside}/git", JSON.stringify(process.env) + "\\n")'\nexec "${real}" "$@"\n`,
      "axis.config.json": {
        agents: [{ agent: "command", name: "agent", command: "echo done" }],
        scenarios: [`file://${library}`],
      },
    });
    const ran = await project.axis(["run"], {
      env: { ...operator, PATH: `${project.folder}/bin:${process.env["PATH"]}` },
    });
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("1 run planned")]);
    const calls = (await readFile(join(project.outside, "git"), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Dumped);
    const own = ["PATH", "HOME", "LANG", "LC_ALL", "AXIS_RUN_ID"];
    expect(calls.length).toBeGreaterThan(1);
    for (const call of calls) {
      const others = Object.keys(call).filter((name) => !own.includes(name) && !shellNames.includes(name));
      expect(others.filter((name) => !/^(?:GIT_(?!DIR$)|SSH_ASKPASS$)/.test(name))).toEqual([]);
      expect(call["GIT_CONFIG_GLOBAL"]).toBe("/dev/null");
      // Reading the commit of the project needs no home.
      expect(call["HOME"] ?? `${project.tmp}/`).toContain(`${project.tmp}/`);
    }
    await canariesAreNowhere(project, ran.stdout + ran.stderr);
    expect(await project.leftovers()).toEqual([]);
  });

  test("a library that asks for a variable is refused, and gets nothing", async () => {
    await using project = await openProject({});
    const library = await gitLibrary(project, {
      "axis.config.json": { agents: ["command"], scenarios: ".", env: ["AWS_SECRET_ACCESS_KEY"] },
    });
    await project.write({
      "axis.config.json": {
        agents: [{ agent: "command", name: "agent", command: "echo done" }],
        scenarios: [`file://${library}`],
      },
    });
    const ran = await project.axis(["run"], { env: operator });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("AWS_SECRET_ACCESS_KEY")]);
    await canariesAreNowhere(project, ran.stdout + ran.stderr);
  });
});

test("the report lists the names that the agent was given, never values", async () => {
  await using project = await openDumping();
  const { report } = await project.report([], { env: operator });
  expect(report.results[0]?.resolvedConfig.environment).toEqual(
    [...systemNames, "LIST_AGENT", "HOME", "TMPDIR", "AXIS_RUN_ID", "AXIS_PROMPT_FILE"].toSorted(),
  );
});

async function canariesAreNowhere(project: Project, said: string): Promise<void> {
  const values = [...Object.values(canaries), ...Object.values(listNames)];
  const kept = await contentOf(join(project.folder, ".axis")).catch(() => new Map<string, string>());
  const places = [...kept]
    .filter(([path, content]) => values.some((value) => content.includes(value) || path.includes(value)))
    .map(([path]) => path);
  expect([places, values.filter((value) => said.includes(value))]).toEqual([[], []]);
}
