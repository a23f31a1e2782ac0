/** Fetches an agent's program with npx, once and before any run, so that downloads do not count towards the agent's time. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { AxisError } from "../../core/error.ts";
import { type PackageProgram, packageSpec } from "../../core/agent/agent-readiness.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";

/** Agent packages can be as large as 450 MB. */
const timeoutMs = 15 * 60_000;
/** Variables that tell npm about registries and proxies; install scripts get nothing else from the operator. */
const npmVariablePattern = /^(?:npm_config_.+|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;

export interface FetchedProgram {
  /** Absolute, in npx's cache. */
  readonly path: string;
  readonly package: string;
  /** The installed version; null when the package does not state one. */
  readonly version: string | null;
}

export async function fetchProgram(
  wanted: PackageProgram,
  { operator, abort }: { readonly operator: NodeJS.ProcessEnv; readonly abort: AbortSignal },
): Promise<FetchedProgram> {
  await using scope = await openScope({ runId: randomUUID(), home: "" });
  const { exit, stdout } = await runProgram(scope, {
    program: "npx",
    args: [
      "--yes",
      `--package=${packageSpec(wanted)}`,
      "--call",
      `command -v '${wanted.program.replaceAll("'", "'\\''")}'`,
    ],
    cwd: homedir(),
    env: npmEnvironment(operator),
    abort,
    timeoutMs,
  });
  const path = stdout.trim().split("\n").at(-1) ?? "";
  if (exit.code === 0 && path.startsWith("/")) {
    return { path, package: wanted.package, version: await readInstalledVersion(path, wanted.package) };
  }
  const why = exit.stderr.trim().split("\n").slice(-5).join("\n") || `npx ended with exit code ${exit.code ?? "none"}`;
  throw new AxisError("preflight", `${packageSpec(wanted)} could not be fetched with npx:\n${why}`, {
    hint: `Install it by hand: npm install -g ${wanted.package}`,
  });
}

/** Picks the variables of the operator's environment that npx receives. */
export function npmEnvironment(operator: NodeJS.ProcessEnv): Record<string, string> {
  const names = Object.keys(operator).filter(
    (name) => name === "PATH" || name === "HOME" || npmVariablePattern.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, operator[name] ?? ""]));
}

/** The program is in node_modules/.bin, next to its package. */
async function readInstalledVersion(path: string, name: string): Promise<string | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(dirname(path), "..", name, "package.json"), "utf8"));
    const { version } = manifest as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null; // The program runs anyway; the report then shows the version as unknown.
  }
}
