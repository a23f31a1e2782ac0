/** Calls a container engine: podman or docker. Both understand the commands used here. */
import { existsSync } from "node:fs";
import { findProgram } from "../../process/find-program.ts";
import { type FinishedProgram, runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import type { Capabilities, Unusable } from "../driver.ts";

export type EngineName = "podman" | "docker";

export interface Engine {
  readonly name: EngineName;
  /** Absolute. */
  readonly path: string;
  readonly version: string;
  readonly limits: Capabilities["limits"];
  /** Whether it runs with the rights of an ordinary user. */
  readonly isRootless: boolean;
  /** Whether its storage can show an image's files to a container whose users are mapped; found out with the image. */
  readonly mapsUsers: boolean;
  /** Come before the command `run`. */
  readonly runFlags: readonly string[];
}

/** The variables that an engine itself needs. Inside, they have other values or are absent. */
const engineVariables =
  /^(?:PATH|HOME|USER|LOGNAME|XDG_\w+|DOCKER_\w+|CONTAINERS?_\w+|DBUS_SESSION_BUS_ADDRESS|LD_\w+)$/;

export function isEngineVariable(name: string): boolean {
  return engineVariables.test(name);
}

/** The operator's own, because the engine is the operator's. */
export function engineEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && isEngineVariable(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

const quickMs = 10_000;

/** Runs a command of the engine to its end. */
export async function callEngine(path: string, args: readonly string[], timeoutMs = quickMs): Promise<FinishedProgram> {
  await using scope = await openScope({ runId: "", home: "/" });
  return await runProgram(scope, { program: path, args, cwd: "/", env: engineEnvironment(), timeoutMs });
}

/** Quotes the engine. */
export function describeEngineFailure({ exit, timedOut }: FinishedProgram): string {
  if (timedOut) return "it does not answer";
  const [line = ""] = exit.stderr.trim().split("\n").slice(-1);
  return line || (exit.spawnError ?? `exit code ${exit.code}`);
}

/** What the engine says about itself, each as one line of words and JSON. */
const infoFormats: Readonly<Record<EngineName, string>> = {
  podman:
    '{"version":{{json .Version.Version}},"rootless":{{json .Host.Security.Rootless}},"controllers":{{json .Host.CgroupControllers}},"runtime":{{json .Host.OCIRuntime.Name}}}',
  docker:
    '{"version":{{json .ServerVersion}},"security":{{json .SecurityOptions}},"memory":{{json .MemoryLimit}},"cpu":{{json .CPUCfsQuota}},"pids":{{json .PidsLimit}}}',
};

interface Information {
  readonly version?: string;
  readonly rootless?: boolean;
  readonly controllers?: readonly string[];
  readonly runtime?: string;
  readonly security?: readonly string[];
  readonly memory?: boolean;
  readonly cpu?: boolean;
  readonly pids?: boolean;
}

/** Finds out whether an engine answers, and what it can limit. */
export async function findEngine(name: EngineName): Promise<Engine | Unusable> {
  const fix = `Install ${name} and start it, or choose another driver in settings.sandbox`;
  const path = await findProgram(name, { PATH: process.env["PATH"] ?? "" }, "/");
  if (path === null) return { missing: `${name} was not found on PATH`, fix };
  const answer = await callEngine(path, ["info", "--format", infoFormats[name]]);
  if (answer.exit.code !== 0) return { missing: `no ${name} engine answers: ${describeEngineFailure(answer)}`, fix };
  const information = parseInformation(answer.stdout);
  if (information?.version === undefined) return { missing: `${name} info cannot be read`, fix };
  const { version, controllers, memory, cpu, pids } = information;
  const limit = (controller: string, isLimited: boolean | undefined) =>
    (isLimited ?? controllers?.includes(controller) ?? false) ? "kernel" : "no";
  return {
    name,
    path,
    version,
    limits: { memory: limit("memory", memory), cpu: limit("cpu", cpu), pids: limit("pids", pids), disk: "watched" },
    isRootless: information.rootless ?? information.security?.includes("name=rootless") ?? false,
    mapsUsers: name === "podman",
    runFlags: information.runtime === "crun" ? await replaceCrun() : [],
  };
}

/** It refuses machines that have both versions of control groups. */
async function replaceCrun(): Promise<string[]> {
  if (!existsSync("/sys/fs/cgroup/unified/cgroup.controllers")) return [];
  const runc = await findProgram("runc", { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/bin` }, "/");
  return runc === null ? [] : ["--runtime", runc];
}

/** Null if the engine printed something else. */
function parseInformation(text: string): Information | null {
  try {
    return JSON.parse(text) as Information;
  } catch {
    // Another program of that name.
    return null;
  }
}

/** Removing alone would wait ten seconds for each to end. */
export async function removeContainers(engine: Engine, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await callEngine(engine.path, ["kill", "--signal", "KILL", ...names]);
  await callEngine(engine.path, ["rm", "--force", ...names]);
}
