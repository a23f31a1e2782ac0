/** For tests: a project in its own folder, which is removed at the end. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Plan } from "../core/plan.ts";
import { loadPlan } from "./load-plan.ts";
import type { PlanRequest } from "./planning/plan-request.ts";

/** Files by path; a value that is not a string is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** The messages of a load, besides its result. */
export interface CollectedMessages {
  readonly notices: string[];
  readonly warnings: string[];
  readonly details: string[];
}

export interface TemporaryProject extends AsyncDisposable {
  readonly folder: string;
  readonly messages: CollectedMessages;
  write(files: Files): Promise<void>;
  /** Plans it; `env` is the operator's environment. */
  plan(request?: Partial<PlanRequest>, world?: { env?: NodeJS.ProcessEnv; githubBase?: string }): Promise<Plan>;
  /** The message of the error that planning must fail with. */
  refusal(request?: Partial<PlanRequest>): Promise<string>;
}

/** A scenario that is valid in every part. */
export const validScenario = { name: "Hello", prompt: "Say hello", judge: "It says hello" };

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
  const plan: TemporaryProject["plan"] = (request = {}, world = {}) =>
    loadPlan(
      { folder, ...request },
      {
        env: { PATH: process.env["PATH"] },
        onNotice: (message) => said.notices.push(message),
        onWarning: (message) => said.warnings.push(message),
        onDetail: (message) => said.details.push(message),
        ...world,
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
