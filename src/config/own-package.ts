/** The package itself, for modules of projects that do not have it installed: its main door, and the others. */
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { packageName } from "../core/version.ts";

/** Doors that a config, a scenario, an adapter, a judge or a metric can need, with where their source stands. */
const doors: Readonly<Record<string, string>> = {
  agents: "../agents/index.ts",
  judges: "../judges/index.ts",
  metrics: "../metrics-door.ts",
  report: "../report/index.ts",
  statistics: "../statistics/index.ts",
};

/** What `axis-eval` exports; `entry` stands in its place, as in tests. */
export async function ownPackage(entry: string | undefined): Promise<unknown> {
  const found = entry === undefined ? built("index", "../index.ts") : pathToFileURL(entry);
  return found === undefined ? import("./define.ts") : import(/* @vite-ignore */ found.href);
}

/** What each further door exports, by the name it is imported by. */
export async function ownDoors(): Promise<Record<string, unknown>> {
  const loaded = Object.entries(doors).map(async ([name, source]) => {
    const found = built(name, source);
    const exported: unknown = found && (await import(/* @vite-ignore */ found.href));
    return [`${packageName}/${name}`, exported] as const;
  });
  return Object.fromEntries((await Promise.all(loaded)).filter(([, exported]) => exported !== undefined));
}

/** Where a door lies: beside this file or above it once it is bundled, else in the source. */
function built(name: string, source: string): URL | undefined {
  const candidates = import.meta.url.endsWith(".ts") ? [source] : [`./${name}.js`, `../${name}.js`];
  return candidates.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(fileURLToPath(url)));
}
