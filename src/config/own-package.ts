/** The package itself, for modules of projects that have not installed it: its main entry point, and the others. */
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { packageName } from "../core/version.ts";

/** Entry points that a config, scenario, adapter, judge or metric may need, with the path of their source. */
const entryPoints: Readonly<Record<string, string>> = {
  agents: "../agents/index.ts",
  judges: "../judging/index.ts",
  metrics: "../metrics/index.ts",
  report: "../report/index.ts",
  statistics: "../statistics/index.ts",
};

/** The exports of `axis-eval`; `entry` replaces them, as in tests. */
export async function loadOwnPackage(entry: string | undefined): Promise<unknown> {
  const found = entry === undefined ? findEntryPoint("index", "../index.ts") : pathToFileURL(entry);
  return found === undefined ? import("./define.ts") : import(/* @vite-ignore */ found.href);
}

/** The exports of each further entry point, by import name. */
export async function loadOwnEntryPoints(): Promise<Record<string, unknown>> {
  const loaded = Object.entries(entryPoints).map(async ([name, source]) => {
    const found = findEntryPoint(name, source);
    const exported: unknown = found && (await import(/* @vite-ignore */ found.href));
    return [`${packageName}/${name}`, exported] as const;
  });
  return Object.fromEntries((await Promise.all(loaded)).filter(([, exported]) => exported !== undefined));
}

/** Where an entry point is: next to this file or above it in the bundle, else in the source. */
function findEntryPoint(name: string, source: string): URL | undefined {
  const candidates = import.meta.url.endsWith(".ts") ? [source] : [`./${name}.js`, `../${name}.js`];
  return candidates.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(fileURLToPath(url)));
}
