/** For tests: the command line driven inside this process, with what it printed and its exit code. */
import { recordedTerminal } from "./terminal.fixture.ts";
import { runCommand } from "./run-command.ts";

/** What a command said and how it ended, as a shell would see it. */
export interface DrivenCli {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface DrivePlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** One command at a time: there is one environment for the whole process. */
let last: Promise<unknown> = Promise.resolve();

/** Runs `axis` with these arguments, as the binary would, but in this process: no program is started and no signal reaches it. */
export function drive(args: readonly string[], place: DrivePlace): Promise<DrivenCli> {
  const driven = last.then(() => withEnvironment(place.env, () => run(args, place)));
  last = driven.catch(() => {}); // The caller gets the error from `driven`; the next command only waits.
  return driven;
}

async function run(args: readonly string[], { cwd, env }: DrivePlace): Promise<DrivenCli> {
  const [name] = args;
  if (name === undefined) throw new Error("Name a command: the overview is printed by the binary itself");
  const { said, terminal } = recordedTerminal();
  const never = new AbortController().signal;
  const code = await runCommand(name, args, {
    terminal,
    env,
    cwd,
    now: () => new Date(),
    abortOnInterrupt: () => never,
  });
  return { code, stdout: asText(said.out), stderr: asText(said.err) };
}

/**
 * While a command runs, the environment of this process is the given one, whole: Node takes the temporary and the home
 * folder from there, and a child that is started without an environment of its own would be given it.
 */
async function withEnvironment<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  replaceEnvironment(env);
  try {
    return await work();
  } finally {
    replaceEnvironment(before);
  }
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

function asText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
