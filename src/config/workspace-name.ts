/** The name of a project among others: from its config, else from its repository, else from its folder. */
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { toWorkspaceSlug, type WorkspaceName } from "../core/names/workspace-name.ts";
import { runProgram } from "../process/run-program.ts";
import { openScope } from "../process/scope.ts";

/** Reading one line of a file never takes longer, on any disk. */
const timeoutMs = 10_000;

export interface NamedConfig {
  readonly name?: string | undefined;
  readonly settings?: { readonly workspace?: string | undefined } | undefined;
}

/** The same for every command, so that all of them use one workspace. */
export async function resolveWorkspaceName(
  { name, settings }: NamedConfig,
  configDir: string,
  env: NodeJS.ProcessEnv,
): Promise<WorkspaceName> {
  const said = name ?? (await repositoryName(configDir, env)) ?? basename(configDir);
  return { slug: settings?.workspace ?? toWorkspaceSlug(said), name: said === "" ? "project" : said };
}

/** Owner and repository of the remote "origin"; undefined without git, without a repository or without that remote. */
async function repositoryName(configDir: string, { PATH, HOME }: NodeJS.ProcessEnv): Promise<string | undefined> {
  await using scope = await openScope({ runId: `git-${randomUUID()}`, home: "" });
  const { exit, stdout } = await runProgram(scope, {
    program: "git",
    args: ["config", "--get", "remote.origin.url"],
    cwd: configDir,
    // Of the user's git settings, only those matter that say which repositories git may read.
    env: { ...(PATH !== undefined && { PATH }), ...(HOME !== undefined && { HOME }), LC_ALL: "C" },
    timeoutMs,
  });
  return exit.code === 0 ? ownerAndRepository(stdout.trim()) : undefined;
}

/** The last two parts of a remote's path, however it is written: as a URL, as `host:path`, or as a folder. */
export function ownerAndRepository(remote: string): string | undefined {
  const path = URL.canParse(remote) ? new URL(remote).pathname : remote.replace(/^[^/:]*:/, "");
  const parts = path
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((part) => part !== "");
  return parts.length < 2 ? undefined : parts.slice(-2).join("-");
}
