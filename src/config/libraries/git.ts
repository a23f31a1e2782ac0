/** Runs git so that nothing but git itself runs: no hooks, filters, prompts, submodules, or configuration of the machine. */
import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxisError } from "../../core/error.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope, type ProcessScope } from "../../process/scope.ts";
import { temporaryFolderHint, findTemporaryFolderProblem } from "../../runner/workspace/temporary-folder.ts";
import { createTemporaryFolder, removeTemporaryFolder } from "./temporary-folders.ts";
import type { RemoteUrl } from "./url.ts";

/** A larger download is aborted; the 100 MB that a tree may have are checked after it has arrived. */
const maxDownloadBytes = 200_000_000;

/** Set for every call; a repository cannot change them. */
const gitSettings = [
  "core.hooksPath=/dev/null",
  "core.symlinks=false",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.autocrlf=false",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "fetch.fsckObjects=true",
  "fetch.recurseSubmodules=false",
  "submodule.recurse=false",
  "filter.lfs.smudge=",
  "filter.lfs.process=",
  "filter.lfs.required=false",
  "http.followRedirects=false",
  "credential.helper=",
  "gc.auto=0",
  "maintenance.auto=false",
  "advice.detachedHead=false",
].flatMap((setting) => ["-c", setting]);

export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** git for one source, with its own home. */
export class Git implements AsyncDisposable {
  readonly #scope: ProcessScope;
  readonly #home: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #source: RemoteUrl;

  private constructor(
    scope: ProcessScope,
    home: string,
    { source, env }: { source: RemoteUrl; env: NodeJS.ProcessEnv },
  ) {
    this.#scope = scope;
    this.#home = home;
    this.#source = source;
    this.#env = gitEnvironment(source, env, home);
  }

  /** Opens a home and a scope, which are disposed together with it. */
  static async open(source: RemoteUrl, env: NodeJS.ProcessEnv): Promise<Git> {
    const obstacle = await findTemporaryFolderProblem();
    if (obstacle !== null)
      throw new AxisError("remote-failed", `${source.url} could not be fetched: ${obstacle}`, {
        hint: temporaryFolderHint,
      });
    const home = createTemporaryFolder(join(tmpdir(), "axis-git-"));
    return new Git(await openScope({ runId: `git-${randomUUID()}`, home }), home, { source, env });
  }

  /** Output of a call that must succeed. */
  async run({ args, cwd, timeoutMs }: GitCall): Promise<string> {
    const tooMuch = new AbortController();
    using _watch = watchDownload(cwd, tooMuch);
    const options = {
      program: "git",
      args: [...gitSettings, ...args],
      cwd,
      env: this.#env,
      timeoutMs,
      abort: tooMuch.signal,
      graceMs: 1000,
    };
    const { exit, stdout, stdoutCut, timedOut, aborted } = await runProgram(this.#scope, options);
    if (aborted) throw this.#createError(`its download is larger than ${maxDownloadBytes / 1_000_000} MB`);
    if (timedOut) throw this.#createError(`git did not finish within ${timeoutMs / 1000} s`);
    if (exit.spawnError !== null) throw this.#createError("the program git was not found on PATH", "Install git");
    if (exit.code !== 0) throw this.#createError(lastLine(exit.stderr) || `git ended with ${exit.code ?? exit.signal}`);
    if (stdoutCut) throw this.#createError("it contains too many files");
    return stdout;
  }

  #createError(why: string, hint = "Check the URL and the network; try it with: git ls-remote <url>"): AxisError {
    return new AxisError("remote-failed", `${this.#source.url} could not be fetched: ${why}`, { hint });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#scope[Symbol.asyncDispose]();
    await removeTemporaryFolder(this.#home);
  }
}

function gitEnvironment(source: RemoteUrl, env: NodeJS.ProcessEnv, home: string): Record<string, string> {
  const passed: Record<RemoteUrl["scheme"], readonly string[]> = {
    https: ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"],
    ssh: ["SSH_AUTH_SOCK", "USER"],
    file: [],
  };
  const given = ["PATH", ...passed[source.scheme]].flatMap((name) =>
    env[name] === undefined ? [] : [[name, env[name]]],
  );
  return {
    ...(Object.fromEntries(given) as Record<string, string>),
    HOME: home,
    LANG: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "true",
    SSH_ASKPASS: "true",
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_ALLOW_PROTOCOL: source.scheme,
  };
}

/** Adds up the downloaded bytes twice a second, and aborts if there are too many. */
function watchDownload(cwd: string, tooMuch: AbortController): Disposable {
  const packs = join(cwd, ".git", "objects", "pack");
  const look = async (): Promise<void> => {
    const names = await readdir(packs).catch(() => []);
    const sizes = await Promise.all(
      names.map((name) =>
        stat(join(packs, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    if (sizes.reduce((sum, size) => sum + size, 0) > maxDownloadBytes) tooMuch.abort();
  };
  const timer = setInterval(() => void look(), 500);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function lastLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const line = lines.findLast((each) => /^(?:fatal|error):/.test(each)) ?? lines.at(-1) ?? "";
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
