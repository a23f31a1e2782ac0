/** Chooses the files and steps of a run that a check is likely about: what the judge cites, and what the check names. */
import type { OwnEntries } from "../../../src/agents/transcript/call.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import type { RunData } from "../data/run-data.ts";
import { readCall, spellStep } from "../transcript/step-title.ts";

interface Subject {
  readonly check: string;
  readonly cites: readonly (number | string)[];
}

interface ChosenFiles {
  /** Files that the check names or the judge cites. */
  readonly named: readonly PatchSection[];
  readonly others: readonly PatchSection[];
}

export function chooseFiles(files: readonly PatchSection[], { check, cites }: Subject): ChosenFiles {
  const isNamed = ({ path }: PatchSection) => cites.includes(path) || namesFile(check, path);
  return { named: files.filter(isNamed), others: files.filter((file) => !isNamed(file)) };
}

/** By its path, its name, or its name without the extension: "the README" is README.md. */
function namesFile(check: string, path: string): boolean {
  const name = path.split("/").at(-1) ?? path;
  const stem = name.replace(/\.[^.]+$/, "");
  const words = new Set(
    check
      .toLowerCase()
      .split(/[^\p{L}\p{N}._/-]+/u)
      .map((word) => word.replace(/[.,:;]+$/, "")),
  );
  const isStem = stem.length > 2 && words.has(stem.toLowerCase());
  return words.has(path.toLowerCase()) || words.has(name.toLowerCase()) || isStem;
}

export interface ChosenStep {
  readonly id: number;
  readonly title: string;
  /** The start of what came back. */
  readonly excerpt: string;
}

const mostSteps = 6;

/** Steps that the judge cites; without any, the last steps that mention a file of the check. */
export function chooseSteps({ interactions, entries }: RunData, { check, cites }: Subject): ChosenStep[] {
  const cited = new Set(cites.filter((cite) => typeof cite === "number"));
  const tools = interactions.filter(({ kind }) => kind === "tool");
  const found = interactions.filter(({ id }) => cited.has(id));
  const chosen = found.length > 0 ? found : tools.filter((step) => mentions(step, entries, check)).slice(-mostSteps);
  return chosen.slice(0, mostSteps).map(({ id, entryIndices }) => {
    const own = entryIndices.flatMap((index) => entries[index] ?? []);
    return { id, title: spellStep({ entryIndices }, entries), excerpt: readExcerpt(own) };
  });
}

function mentions(step: OwnEntries, entries: readonly Entry[], check: string): boolean {
  const call = readCall(step, entries);
  if (call === null) return false;
  const text = [call.title, call.args ?? "", ...(call.changes ?? []).map(({ path }) => path)].join(" ");
  const paths = text.match(/[\p{L}\p{N}_./-]+\.[\p{L}\p{N}]+/gu) ?? [];
  return paths.some((path) => namesFile(check, path));
}

const excerptLength = 240;

function readExcerpt(entries: readonly Entry[]): string {
  const result = entries.find(({ type }) => type === "tool_result" || type === "error");
  if (result?.type === "tool_result") return result.output.slice(0, excerptLength);
  return result?.type === "error" ? result.message.slice(0, excerptLength) : "";
}
