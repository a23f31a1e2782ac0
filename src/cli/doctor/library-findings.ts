/** What a project takes from remote libraries: whether it is here, and whether it may do what it asks for. Fetches nothing. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readLock } from "../../config/remote/lock.ts";
import { parseRemoteUrl } from "../../config/remote/url.ts";
import { remoteFolder } from "../../config/remotes.ts";
import { inspectRemote } from "../../config/trust.ts";
import type { CliWorld } from "../command.ts";
import { type Finding, note, ok, problem, saying } from "./finding.ts";
import type { LocalProject } from "./local-project.ts";

const topic = "libraries";

export async function libraryFindings({ libraries, configDir }: LocalProject, world: CliWorld): Promise<Finding[]> {
  const found = libraries.map((url) => saying(topic, () => libraryFinding(url, configDir, world)));
  return (await Promise.all(found)).flat();
}

async function libraryFinding(url: string, configDir: string, { env }: CliWorld): Promise<Finding[]> {
  const remote = parseRemoteUrl(url, { fromProject: true });
  if ("problem" in remote) return [problem(topic, `${url}: ${remote.problem}`)];
  const { sources } = await readLock(configDir);
  const pin = Object.hasOwn(sources, remote.url) ? sources[remote.url] : undefined;
  const head = await readFile(join(remoteFolder(configDir, remote), ".git", "HEAD"), "utf8").catch(() => ""); // Not here.
  // Only a clone at its pin can be looked into without the network.
  if (pin === undefined || head.trim() !== pin.commit)
    return [note(topic, `${url} is not here yet, so it was not looked at: axis run fetches it`)];
  const { parts } = await inspectRemote(url, { configDir, env, onNotice: () => {} });
  if (parts.length === 0 || pin.trusted === pin.tree)
    return [ok(topic, `${url} is here at ${pin.commit}; axis run checks its scenarios`)];
  return [
    problem(topic, `${url} asks for more than data and is not trusted`, `See what, with: axis trust ${url} --dry-run`),
  ];
}
