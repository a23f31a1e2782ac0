/** For tests: a real git repository in its own folder. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plan } from "../../core/plan.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { loadPlan } from "../load-plan.ts";
import type { PlanRequest } from "../planning/plan-request.ts";

/** Files by path; a value that is not a string is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** The messages of a load, besides its result. */
interface CollectedMessages {
  readonly notices: string[];
  readonly warnings: string[];
  readonly details: string[];
}

export interface TemporaryProject extends AsyncDisposable {
  readonly folder: string;
  readonly messages: CollectedMessages;
  write(files: Files): Promise<void>;
  /** Plans it; `env` is the operator's environment. */
  plan(request?: Partial<PlanRequest>, deps?: { env?: NodeJS.ProcessEnv; githubBase?: string }): Promise<Plan>;
  /** The message of the error that planning must fail with. */
  refusal(request?: Partial<PlanRequest>): Promise<string>;
}

/** A scenario that is valid in every part. */
export const validScenario = {
  name: "Hello",
  prompt: "Say hello",
  judge: [{ check: "It says hello", verify: { contains: "hello" } }],
};

/** An agent that is valid in every part. */
export const validAgent = { agent: "command", command: "true" };

/** Writes the files and opens the project. */
export async function temporaryProject(files: Files): Promise<TemporaryProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "axis-config-")));
  const said: CollectedMessages = { notices: [], warnings: [], details: [] };
  const write = async (more: Files): Promise<void> => {
    for (const [path, content] of Object.entries(more)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }
  };
  await write(files);
  const plan: TemporaryProject["plan"] = (request = {}, deps = {}) =>
    loadPlan(
      { folder, ...request },
      {
        env: { PATH: process.env["PATH"] },
        onNotice: (message) => said.notices.push(message),
        onWarning: (message) => said.warnings.push(message),
        onDetail: (message) => said.details.push(message),
        ...deps,
      },
    );
  return {
    folder,
    messages: said,
    write,
    plan,
    refusal: async (request) => {
      const error: unknown = await plan(request).then(
        () => new Error("it was accepted"),
        (thrown: unknown) => thrown,
      );
      if (!(error instanceof Error) || error.name !== "AxisError") throw error;
      const { hint } = error as { hint?: string };
      return hint === undefined ? error.message : `${error.message}\n${hint}`;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface TemporaryRepository extends AsyncDisposable {
  readonly folder: string;
  /** file:// */
  readonly url: string;
  /** Runs any git command in it and returns its output. */
  git(...args: readonly string[]): Promise<string>;
  /** Writes files, commits everything, and returns the commit. */
  commit(files: Files): Promise<string>;
}

/** Creates a repository with one commit. `name` is its path below a new folder. */
export async function temporaryRepository(files: Files, name = "library"): Promise<TemporaryRepository> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "axis-repository-")));
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const scope = await openScope({ runId: `test-${randomUUID()}`, home: root });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    GIT_CONFIG_NOSYSTEM: "1",
    ...identity("AUTHOR"),
    ...identity("COMMITTER"),
    GIT_ALLOW_PROTOCOL: "file:ext",
  };
  const git = async (...args: readonly string[]): Promise<string> => {
    const { exit, stdout } = await runProgram(scope, { program: "git", args, cwd: folder, env });
    if (exit.code !== 0) throw new Error(`git ${args.join(" ")}: ${exit.stderr}`);
    return stdout.trim();
  };
  const commit = async (more: Files): Promise<string> => {
    for (const [path, content] of Object.entries(more)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }
    await git("add", "--all");
    await git("commit", "--quiet", "--allow-empty", "--message", "a change");
    return git("rev-parse", "HEAD");
  };
  await git("init", "--quiet", "--initial-branch=main");
  await commit(files);
  return {
    folder,
    url: pathToFileURL(folder).href,
    git,
    commit,
    [Symbol.asyncDispose]: async () => {
      await scope[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

function identity(role: string): Record<string, string> {
  return { [`GIT_${role}_NAME`]: "A", [`GIT_${role}_EMAIL`]: "a@example.test" };
}
