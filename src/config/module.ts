/** Loads the modules of a project: configs, scenarios, adapters, judges. TypeScript needs no build step. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
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
async function loadOwnPackage(entry: string | undefined): Promise<unknown> {
  const found = entry === undefined ? findEntryPoint("index", "../index.ts") : pathToFileURL(entry);
  return found === undefined ? import("./define.ts") : import(/* @vite-ignore */ found.href);
}

/** The exports of each further entry point, by import name. */
async function loadOwnEntryPoints(): Promise<Record<string, unknown>> {
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

/** How long a module may take to load, including a call of its exported function. */
const loadLimitMs = 30_000;

/** File name extensions of modules. */
export const moduleExtensions = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"] as const;

export interface ModuleOptions {
  /** The name used in messages. */
  readonly shown: string;
  /** Module that replaces the package's own name; found next to this file if omitted. */
  readonly packageEntry?: string;
  readonly limitMs?: number;
}

type Namespace = Readonly<Record<string, unknown>>;

/** Whether a file name is that of a module. */
export function isModule(file: string): boolean {
  return /\.[cm]?[jt]s$/i.test(file) && !/\.d\.[cm]?ts$/i.test(file);
}

/** What a module exports; for CommonJS, `default` is what it assigned to module.exports. */
export function loadModule(file: string, options: ModuleOptions): Promise<Namespace> {
  return withLoadLimit(() => importModule(file, options), options);
}

/** The default export; a function is called once and its result is used. */
export async function loadDefault(file: string, options: ModuleOptions): Promise<unknown> {
  const { found, made } = await loadDefaultExport(file, options);
  if (made !== undefined) return made;
  const hint = "Write: export default { ... }, or a function that returns it";
  const lacks = typeof found === "function" ? "exports a function that returns nothing" : "has no default export";
  throw new AxisError("config-invalid", `${options.shown} ${lacks}`, { hint });
}

/** The default export, or undefined if there is none: the module is a helper of other modules. */
export async function loadOptionalDefault(file: string, options: ModuleOptions): Promise<unknown> {
  return (await loadDefaultExport(file, options)).made;
}

/** The default export as found, and the value it evaluates to. */
function loadDefaultExport(file: string, options: ModuleOptions): Promise<{ found: unknown; made: unknown }> {
  return withLoadLimit(async () => {
    const { default: found } = await importModule(file, options);
    return { found, made: typeof found === "function" ? ((await found()) as unknown) : found };
  }, options);
}

async function importModule(file: string, options: ModuleOptions): Promise<Namespace> {
  if (!existsSync(file))
    throw new AxisError("config-invalid", `File ${JSON.stringify(options.shown)} does not exist`, {
      hint: "Write the path of a module",
    });
  if (/ts$/i.test(file) || isAmbiguousModule(file)) return importWithPackage(file, options);
  try {
    return compiledExports((await import(/* @vite-ignore */ pathToFileURL(file).href)) as Namespace);
  } catch (error) {
    if (!isUnresolved(error) || resolvesPackage(file)) throw error;
    return importWithPackage(file, options);
  }
}

/** A compiler that turns `export default` into CommonJS marks it so, and puts all exports into Node's default export. */
function compiledExports(loaded: Namespace): Namespace {
  const { default: whole } = loaded;
  return typeof whole === "object" && whole !== null && "__esModule" in whole ? (whole as Namespace) : loaded;
}

/** In a package without "type": "module", Node rejects a .js file with `import` or `export`, or warns about it. */
function isAmbiguousModule(file: string): boolean {
  return /\.js$/i.test(file) && !isInModulePackage(file);
}

/** Imports through jiti and supplies our own package, which need not be installed in the project. */
async function importWithPackage(file: string, options: ModuleOptions): Promise<Namespace> {
  const main = { [packageName]: await loadOwnPackage(options.packageEntry) };
  try {
    return await importWith(file, main);
  } catch (error) {
    if (!isUnresolved(error)) throw error;
    // The missing module may be another entry point of this package. They are slow to load, so they are added only now.
    return await importWith(file, { ...main, ...(await loadOwnEntryPoints()) });
  }
}

async function importWith(file: string, virtualModules: Record<string, unknown>): Promise<Namespace> {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(pathToFileURL(file).href, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    virtualModules,
  });
  const loaded: unknown = await jiti.import(file);
  return isNamespace(loaded) ? compiledExports(loaded) : { default: loaded };
}

function isNamespace(loaded: unknown): loaded is Namespace {
  return typeof loaded === "object" && loaded !== null && ("__esModule" in loaded || "default" in loaded);
}

function isUnresolved(error: unknown): boolean {
  return ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(systemCode(error) ?? "");
}

function resolvesPackage(file: string): boolean {
  try {
    createRequire(file).resolve(packageName);
    return true;
  } catch (error) {
    // The package was found, but it has only an entry for `import`, which require.resolve rejects.
    return systemCode(error) === "ERR_PACKAGE_PATH_NOT_EXPORTED";
  }
}

async function withLoadLimit<T>(load: () => Promise<T>, { shown, limitMs = loadLimitMs }: ModuleOptions): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not finish within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    if (cause instanceof AxisError) throw cause;
    throw new AxisError("config-invalid", `${shown} could not be loaded: ${errorMessage(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** True if the nearest package.json has `"type": "module"`. */
function isInModulePackage(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const text = readIfPresent(join(folder, "package.json"));
    if (text !== undefined) return parsePackageType(text) === "module";
    if (dirname(folder) === folder) return false;
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

function parsePackageType(text: string): unknown {
  try {
    return (JSON.parse(text) as { type?: unknown } | null)?.type;
  } catch {
    // Not ours to judge: code that reads it as a package reports it, and a config next to it may still be fine.
    return undefined;
  }
}
