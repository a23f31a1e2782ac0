/** What isolated a run, as the run and the resolved config record it. */
import { z } from "zod";
import { DriverName, NetworkPolicy } from "../config/sandbox-settings.ts";

/** By the kernel (or the container engine), by AXIS looking at it from time to time, or not at all. */
export const Enforcement = z.enum(["kernel", "watched", "no"]);
export type Enforcement = z.infer<typeof Enforcement>;

/** What is enforced. `network` is "no" with the machine's own network; `keys` says where the model's key is. */
export const Enforced = z.object({
  files: Enforcement,
  network: Enforcement,
  keys: z.enum(["outside", "inside"]),
  memory: Enforcement,
  cpu: Enforcement,
  pids: Enforcement,
  disk: Enforcement,
});
export type Enforced = z.infer<typeof Enforced>;

export const RunSandbox = z.object({
  driver: DriverName,
  /** Equals `driver`; reports written before there were drivers have only this. */
  kind: z.string(),
  /** Of bubblewrap or of the container engine; null for "none". */
  version: z.string().nullable(),
  image_digest: z.string().optional(),
  network: NetworkPolicy,
  gateway: z.enum(["on", "off"]),
  enforced: Enforced,
});
export type RunSandbox = z.infer<typeof RunSandbox>;
