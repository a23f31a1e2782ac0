/** No sandbox: programs run with the rights of the operator. Limits hold where control groups can be written. */
import { findLimitMeans } from "../process/meter/limit-means.ts";
import type { Capabilities, SandboxDriver } from "./driver.ts";

export const noDriver: SandboxDriver = {
  name: "none",
  probe: async () => describeNothing(),
  prepare: async (spec) => ({ spec, version: "" }),
  open: async () => ({
    limits: describeNothing().limits,
    wrap: (start) => start,
    takeOrphans: () => 0,
    usage: () => null,
    [Symbol.asyncDispose]: async () => {},
  }),
  sweep: async () => 0,
};

function describeNothing(): Capabilities {
  const { by, memory, cpu, pids } = findLimitMeans();
  return { version: "", network: new Set(["host"]), limits: { memory, cpu, pids, disk: "watched" }, limitedBy: by };
}
