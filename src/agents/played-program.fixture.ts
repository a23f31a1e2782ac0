/** Small real programs for tests of adapters: they print what a real agent once printed, and exit as it did. */
import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentAdapter } from "../core/agent.ts";
import { openScope } from "../process/scope.ts";
import { type AgentRun, type ProcessRequest, runAgent, type TaskPart } from "../testing/run-agent.ts";

/** The path of a transcript that a real agent wrote. */
export function recordingPath(name: string): string {
  return fileURLToPath(new URL(`../../test/fixtures/transcripts/${name}`, import.meta.url));
}

const playSource = `const [file, exit] = process.argv.slice(1);
process.stdout.write(require("node:fs").readFileSync(file));
process.exitCode = Number(exit);`;

/** A program that prints a recorded transcript and exits with this code. */
export function playingProgram(name: string, exit = 0): [string, ...string[]] {
  return [process.execPath, "-e", playSource, "--", recordingPath(name), String(exit)];
}

const lingerSource = `const [file] = process.argv.slice(1);
const lines = require("node:fs").readFileSync(file, "utf8").split("\\n").slice(0, 2);
process.stdout.write(lines.join("\\n") + "\\n");
setInterval(() => {}, 1000);`;

/** A program that prints the start of a transcript and keeps running. */
export function lingeringProgram(name: string): [string, ...string[]] {
  return [process.execPath, "-e", lingerSource, "--", recordingPath(name)];
}

/** A program that prints to stderr and fails. */
export const crashingProgram: [string, ...string[]] = [
  process.execPath,
  "-e",
  `console.error("it broke"); process.exit(3);`,
  "--",
];

/** What a program was started with, and the files it found in its home. */
export interface StartedProgram {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: ProcessRequest["stdin"];
  readonly home: string;
  readonly workspace: string;
  readonly run: AgentRun;
  file(path: string): string | undefined;
}

const idleProgram = [process.execPath, "-e", "", "--"];

/** Starts an adapter with a program that does nothing, and returns what the program was given. */
export async function captureStart(
  adapter: AgentAdapter,
  part: TaskPart,
  files: readonly string[] = [],
): Promise<StartedProgram> {
  await using scope = await openScope({ runId: randomUUID(), home: "" });
  let seen: ProcessRequest | undefined;
  const found = new Map<string, string>();
  let paths = { workspace: "", home: "" };
  const run = await runAgent(
    adapter,
    { command: idleProgram, ...part },
    {
      processes: (request) => {
        seen = request;
        return scope.start(request);
      },
      inspect: async (folders) => {
        paths = folders;
        for (const file of files) found.set(file, await readFile(join(folders.home, file), "utf8").catch(() => ""));
      },
    },
  );
  if (seen === undefined) throw new Error("no program was started");
  const { args, env, stdin } = seen;
  return { args: args.slice(idleProgram.length - 1), env, stdin, ...paths, run, file: (path) => found.get(path) };
}
