/** The drivers for podman and docker: an image's files and programs, with the run's folders and sockets mounted. */
import { isUnusable, type NetworkMode, type Prepared, type SandboxDriver, type SandboxSpec } from "../driver.ts";
import { callEngine, type Engine, type EngineName, findEngine, removeContainers } from "./engine.ts";
import { findImage, type Image } from "./image.ts";
import { findContainerProblem } from "./probe.ts";
import { ContainerSandbox } from "./sandbox.ts";

export const podmanDriver = createContainerDriver("podman");
export const dockerDriver = createContainerDriver("docker");

const networks: readonly NetworkMode[] = ["host", "open", "list", "none"];

/** What is known about an image after one look into it. */
class PreparedContainer implements Prepared {
  readonly spec: SandboxSpec;
  readonly engine: Engine;
  readonly image: Image;

  constructor(spec: SandboxSpec, engine: Engine, image: Image) {
    this.spec = spec;
    this.engine = engine;
    this.image = image;
  }

  get version(): string {
    return this.engine.version;
  }

  get imageDigest(): string {
    return this.image.digest;
  }
}

/** Each asks its engine once. */
export function createContainerDriver(name: EngineName): SandboxDriver {
  let answer: ReturnType<typeof findEngine> | undefined;
  const find = () => (answer ??= findEngine(name));
  return {
    name,
    async probe() {
      const found = await find();
      if (isUnusable(found)) return found;
      return { version: found.version, network: new Set(networks), limits: found.limits, limitedBy: name };
    },
    async prepare(spec) {
      const found = await find();
      if (isUnusable(found)) return found;
      const image = await findImage(found, spec);
      if (isUnusable(image)) return image;
      let problem: string | null = null;
      for (const engine of found.mapsUsers ? [found, { ...found, mapsUsers: false }] : [found]) {
        // Sockets must work whatever the policy says: the gateway and the supervisor need them.
        const base = { engine, image, spec: { ...spec, network: "none" as const } };
        const current = await findContainerProblem((run) => new ContainerSandbox(base, run));
        if (current === null) return new PreparedContainer(spec, engine, image);
        problem ??= current;
      }
      return { missing: `${name} cannot run image ${spec.image}: ${problem}`, fix: describeFix(found, image) };
    },
    async open(prepared, run) {
      if (!(prepared instanceof PreparedContainer)) throw new Error(`This was not prepared by ${name}`);
      return new ContainerSandbox(prepared, run);
    },
    async sweep(runIds) {
      const found = runIds.length === 0 ? null : await find();
      return found === null || isUnusable(found) ? 0 : sweepContainers(found, runIds);
    },
  };
}

function describeFix({ name }: Engine, { programs }: Image): string {
  if (!programs.has("node")) return "Add Node 20 or later to the image";
  return `Try the image with: ${name} run --rm --network none <image> node --version`;
}

async function sweepContainers(engine: Engine, runIds: readonly string[]): Promise<number> {
  const list = async (filter: string) => {
    const { stdout } = await callEngine(engine.path, ["ps", "--all", "--quiet", "--filter", filter]);
    return stdout.split("\n").filter((id) => id !== "");
  };
  // Usually there is none of any run.
  if ((await list("label=axis.run")).length === 0) return 0;
  let count = 0;
  for (const runId of runIds) {
    const ids = await list(`label=axis.run=${runId}`);
    await removeContainers(engine, ids);
    count += ids.length;
  }
  return count;
}
