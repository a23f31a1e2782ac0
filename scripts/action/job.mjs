/** What the steps of the action share: the job they run in, its inputs, and the axis command. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The action's own checkout. */
export const source = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** An input of the action; action.yml passes them as variables. */
export function readInput(name) {
  return (process.env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`] ?? "").trim();
}

export function isInputOn(name) {
  return readInput(name) === "true";
}

/** The project folder: the job's folder, or one in it. */
export function projectFolder() {
  return resolve(process.env["GITHUB_WORKSPACE"] ?? ".", readInput("working-directory") || ".");
}

/** The program and its first arguments, by the input "version". */
export function axisCommand() {
  const version = readInput("version");
  if (version === "source") return [process.execPath, join(source, "dist", "cli.js")];
  if (version === "" || version === "installed") return ["npx", "--no-install", "axis"];
  return ["npx", "--yes", "--package", `axis-eval@${version}`, "axis"];
}

export function configArguments() {
  const config = readInput("config");
  return config === "" ? [] : ["--config", config];
}

/** Runs axis in the project folder; `options` are those of spawnSync. */
export function runAxis(args, options = {}) {
  const [program, ...first] = axisCommand();
  const ended = spawnSync(program, [...first, ...args], { cwd: projectFolder(), stdio: "inherit", ...options });
  if (ended.error) throw ended.error;
  return ended;
}

/** What GitHub knows about the event that started the job. */
export function readEvent() {
  const path = process.env["GITHUB_EVENT_PATH"];
  return path ? JSON.parse(readFileSync(path, "utf8")) : {};
}

export function setOutput(name, value) {
  const delimiter = `axis_${randomUUID()}`;
  appendFileSync(process.env["GITHUB_OUTPUT"], `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
}

/** A line of the job's log that GitHub marks. */
export function annotate(kind, text) {
  const escaped = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  console.log(`::${kind} title=AXIS::${escaped}`);
}

/** Refuses a value that could leave the line or the name it is used in. */
export function requireCommit(value) {
  if (!/^[0-9a-f]{40,64}$/.test(value)) throw new Error(`${JSON.stringify(value)} is not a commit`);
  return value;
}
