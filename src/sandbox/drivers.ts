/** All drivers, and which of them a policy gets on this machine. */
import type { DriverName, SandboxPolicy } from "../core/config/sandbox-settings.ts";
import { bwrapDriver } from "./bwrap.ts";
import { dockerDriver, podmanDriver } from "./container/container.ts";
import { type Capabilities, isUnusable, type SandboxDriver, type Unusable } from "./driver.ts";
import { noDriver } from "./none.ts";
import { seatbeltDriver } from "./seatbelt.ts";

export const drivers: Readonly<Record<DriverName, SandboxDriver>> = {
  none: noDriver,
  bwrap: bwrapDriver,
  podman: podmanDriver,
  docker: dockerDriver,
  seatbelt: seatbeltDriver,
};

export interface ChosenDriver {
  readonly driver: SandboxDriver;
  readonly capabilities: Capabilities;
  /** Why "auto" found no sandbox. */
  readonly fellBack?: Unusable;
}

/** The field of the config that asks for something impossible. */
export interface PolicyProblem extends Unusable {
  readonly field: string;
}

/** Chooses the driver of a policy; its problem names the field that cannot be satisfied. */
export async function chooseDriver(
  policy: Pick<SandboxPolicy, "driver" | "image">,
): Promise<ChosenDriver | PolicyProblem> {
  if (policy.driver !== "auto") {
    const tried = await tryDriver(policy.driver);
    return isUnusable(tried) ? { ...tried, field: "driver" } : tried;
  }
  if (policy.image !== null) return chooseContainer();
  const tried = await tryDriver(process.platform === "darwin" ? "seatbelt" : "bwrap");
  if (!isUnusable(tried)) return tried;
  return { driver: noDriver, capabilities: (await noDriver.probe()) as Capabilities, fellBack: tried };
}

async function chooseContainer(): Promise<ChosenDriver | PolicyProblem> {
  const podman = await tryDriver("podman");
  if (!isUnusable(podman)) return podman;
  const docker = await tryDriver("docker");
  if (!isUnusable(docker)) return docker;
  const missing = `an image needs podman or docker: ${podman.missing}; ${docker.missing}`;
  return { field: "image", missing, fix: podman.fix };
}

async function tryDriver(name: DriverName): Promise<ChosenDriver | Unusable> {
  const driver = drivers[name];
  const capabilities = await driver.probe();
  return isUnusable(capabilities) ? capabilities : { driver, capabilities };
}
