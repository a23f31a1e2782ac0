/** Looks into a container image once: which programs it has, and whether Node runs in it. */
import type { SandboxSpec, Unusable } from "../driver.ts";
import { callEngine, describeEngineFailure, type Engine } from "./engine.ts";

export interface Image {
  readonly digest: string;
  /** PATH of the image. */
  readonly path: string;
  /** By name: where programs are in the image. */
  readonly programs: ReadonlyMap<string, string>;
}

const pullMs = 10 * 60_000;
const startMs = 30_000;
const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Downloads the image if it is missing and that is allowed. */
export async function findImage(engine: Engine, spec: SandboxSpec): Promise<Image | Unusable> {
  const { image } = spec;
  if (image === null)
    return { missing: `${engine.name} needs an image`, fix: 'Set "image" in settings.sandbox, such as "node:22"' };
  const pull = `${engine.name} pull ${image}`;
  let found = await inspectImage(engine, image);
  if (found === null && spec.install) {
    const pulled = await callEngine(engine.path, ["pull", "--quiet", image], pullMs);
    if (pulled.exit.code !== 0)
      return { missing: `image ${image} cannot be downloaded: ${describeEngineFailure(pulled)}`, fix: `Run: ${pull}` };
    found = await inspectImage(engine, image);
  }
  if (found === null) return { missing: `image ${image} is not on this machine`, fix: `Run: ${pull}` };
  const programs = await listPrograms(engine, image);
  return { ...found, programs };
}

/** Null if it is not on this machine. */
async function inspectImage(engine: Engine, image: string): Promise<Pick<Image, "digest" | "path"> | null> {
  const format = "{{.Id}} {{json .RepoDigests}} {{json .Config.Env}}";
  const { exit, stdout } = await callEngine(engine.path, ["image", "inspect", "--format", format, image]);
  if (exit.code !== 0) return null;
  const [, id = "", digests = "", env = ""] = /^(\S+) (null|\[.*?\]) (.*)$/s.exec(stdout.trim()) ?? [];
  const digest = /"[^"]*@(sha256:[\da-f]+)"/.exec(digests)?.[1];
  const path = (JSON.parse(env || "null") as string[] | null)?.find((entry) => entry.startsWith("PATH="));
  return { digest: digest ?? `sha256:${id.replace(/^sha256:/, "")}`, path: path?.slice("PATH=".length) ?? defaultPath };
}

/** Empty for an image without a shell. */
async function listPrograms(engine: Engine, image: string): Promise<ReadonlyMap<string, string>> {
  const script =
    'IFS=:; for d in $PATH; do for f in "$d"/*; do [ -f "$f" ] && [ -x "$f" ] && echo "$f"; done; done; true';
  const flags = ["--rm", "--network", "none", "--read-only", "--cap-drop", "all", "--ulimit", "nofile=1024:1024"];
  const args = [
    ...engine.runFlags,
    "run",
    ...flags,
    "--ulimit",
    "nproc=1024:1024",
    "--entrypoint",
    "/bin/sh",
    image,
    "-c",
    script,
  ];
  const { stdout } = await callEngine(engine.path, args, startMs);
  const paths = stdout.split("\n").filter((line) => line.startsWith("/"));
  // The first on PATH wins, so it is set last.
  return new Map(paths.toReversed().map((path) => [path.slice(path.lastIndexOf("/") + 1), path]));
}
