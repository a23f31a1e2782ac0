/** The only place that knows the layout of .axis. Every part that comes from data is checked before it becomes a path. */
import { AxisError } from "../core/error.ts";
import { joinInside } from "../core/paths/inside.ts";
import { agentNameProblem, keyProblem, nameProblem, segmentProblem } from "../core/names/names.ts";
import type { RunSlot } from "../core/store.ts";

/** The folder of everything AXIS writes. */
export function axisFolder(configDir: string): string {
  return joinInside(configDir, ".axis");
}

/** The folder of all reports. */
export function reportsFolder(configDir: string): string {
  return joinInside(configDir, ".axis", "reports");
}

/** The folder of one report. */
export function reportFolder(configDir: string, id: string): string {
  return joinInside(reportsFolder(configDir), requireName("report id", id));
}

/** The file of all scored runs, one line each. */
export function runLinesFile(configDir: string): string {
  return joinInside(configDir, ".axis", "runs.ndjson");
}

/** The file of all labels from people, one line each. */
export function labelsFile(configDir: string): string {
  return joinInside(configDir, ".axis", "labels.jsonl");
}

/** The folder of saved evaluations. */
export function evaluationsFolder(configDir: string): string {
  return joinInside(configDir, ".axis", "evaluations");
}

/** The folder of all baselines. */
export function baselinesFolder(configDir: string): string {
  return joinInside(configDir, ".axis", "baselines");
}

/** The file of one baseline. */
export function baselineFile(configDir: string, name: string): string {
  return joinInside(baselinesFolder(configDir), `${requireName("baseline name", name)}.json`);
}

export const journalName = "journal.ndjson";
export const tornName = "journal.torn";
export const reportName = "report.json";
export const pageName = "report.html";

const extensions = {
  detail: ".json",
  raw: ".raw.ndjson",
  live: ".live.ndjson",
  "sparse-index": ".sparse-index.txt",
  patch: ".patch",
  debug: ".debug.ndjson",
  "debug-stderr": ".debug.stderr.log",
} as const;

/** One of the files of a run. */
export type SlotFile = keyof typeof extensions;

/** Path of a run's file, relative to the report folder. */
export function slotFile(slot: RunSlot, file: SlotFile, platform: NodeJS.Platform = process.platform): string {
  return `scenarios/${requireKey(slot.cell.scenario)}/${toSlotStem(slot, platform)}${extensions[file]}`;
}

const longestPath = 1_000;
const longestSegment = 200;

/** The path of an artifact, relative to the report folder; the agent chooses `path`, so it is checked. */
export function artifactFile(slot: RunSlot, path: string, platform: NodeJS.Platform = process.platform): string {
  const segments = path.split("/");
  if (path.includes("\0") || segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    throw new AxisError("path-outside", `The artifact path ${quoteShortened(path)} is outside its folder`);
  if (Buffer.byteLength(path) > longestPath || segments.some((segment) => Buffer.byteLength(segment) > longestSegment))
    throw new AxisError("name-invalid", `The artifact path ${quoteShortened(path)} is too long`);
  const safe = platform === "win32" ? segments.map(escapeWindowsSegment) : segments;
  return `scenarios/${requireKey(slot.cell.scenario)}/artifacts/${toSlotStem(slot, platform)}/${safe.join("/")}`;
}

function toSlotStem({ cell, attempt }: RunSlot, platform: NodeJS.Platform): string {
  const problem = agentNameProblem(cell.agent);
  if (problem !== null) throw new AxisError("name-invalid", `The agent name ${quoteShortened(cell.agent)} ${problem}`);
  // An agent named "x.trial-2" must not share a file with the second trial of "x".
  const plain = cell.agent.replaceAll(/\.(?=(?:trial|attempt)-\d)/gi, "%2E");
  const agent = platform === "win32" ? plain.replace("|", "%7C") : plain;
  return agent + (cell.trial > 1 ? `.trial-${cell.trial}` : "") + (attempt > 1 ? `.attempt-${attempt}` : "");
}

const variantName = /^[a-zA-Z0-9_-]{1,100}$/;

/** Returns a scenario key, with or without a variant, if it is safe as a path. */
function requireKey(key: string): string {
  const [base = "", variant, ...more] = key.split("@");
  const problem =
    keyProblem(base) ??
    (more.length > 0 || (variant !== undefined && !variantName.test(variant)) ? "has an invalid variant name" : null);
  if (problem === null) return key;
  throw new AxisError("name-invalid", `The scenario key ${quoteShortened(key)} ${problem}`);
}

/** Returns a name from outside if it is valid; otherwise throws an error with the rule it breaks. */
export function requireName(what: string, name: string): string {
  const problem = nameProblem(name);
  if (problem === null) return name;
  throw new AxisError("name-invalid", `The ${what} ${quoteShortened(name)} ${problem}`);
}

function escapeWindowsSegment(segment: string): string {
  const escaped = segment.replaceAll(/[<>:"|?*\\%\p{Cc}]|[ .]$/gu, percentEncode);
  return segmentProblem(escaped)?.includes("device name")
    ? percentEncode(escaped.slice(0, 1)) + escaped.slice(1)
    : escaped;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function quoteShortened(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
