/** Checks which sandboxes work on this machine, by running each of them. */
import { type Capabilities, isUnusable, type Unusable } from "../../sandbox/driver.ts";
import { drivers } from "../../sandbox/drivers.ts";
import { type DoctorFinding, note, ok } from "./finding.ts";

/** The one that runs get without further settings, then those that need an image. */
export async function sandboxFindings(): Promise<DoctorFinding[]> {
  const name = process.platform === "darwin" ? "seatbelt" : "bwrap";
  const answer = await drivers[name].probe();
  return [
    isUnusable(answer) ? describeMissing(answer) : ok("sandbox", `${name} ${describe(answer)}`),
    ...(await containerFindings()),
  ];
}

function describeMissing({ missing, fix }: Unusable): DoctorFinding {
  return note("sandbox", `none: agents run with the rights of your user (${missing})`, fix);
}

/** Containers are used only where a config names an image. */
async function containerFindings(): Promise<DoctorFinding[]> {
  const words: string[] = [];
  for (const name of ["podman", "docker"] as const) {
    const answer = await drivers[name].probe();
    words.push(isUnusable(answer) ? `${name}: ${answer.missing}` : `${name} ${answer.version}: with an image`);
  }
  return [note("sandbox", words.join(". "))];
}

/** Such as `0.8.0: files, processes, network; memory, cpu, pids by cgroup v1; disk watched`. */
function describe({ version, network, limits, limitedBy }: Capabilities): string {
  const parts = ["files", "processes", ...(network.has("none") ? ["network"] : [])];
  const names = ["memory", "cpu", "pids", "disk"] as const;
  const byKernel = names.filter((name) => limits[name] === "kernel");
  const watched = names.filter((name) => limits[name] === "watched");
  return [
    `${version}: ${parts.join(", ")}`,
    ...(byKernel.length === 0 ? [] : [`${byKernel.join(", ")}${limitedBy === null ? "" : ` by ${limitedBy}`}`]),
    ...(watched.length === 0 ? [] : [`${watched.join(", ")} watched`]),
  ].join("; ");
}
