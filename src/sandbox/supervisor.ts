/** Where the supervisor's file is outside, and how it is started inside. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Forward, insideFolder, supervisorName } from "./driver.ts";

/** Next to this module, or next to the bundle that contains it. */
export const supervisorFile = [`./${supervisorName}`, `../${supervisorName}`]
  .map((place) => fileURLToPath(new URL(place, import.meta.url)))
  .find((file) => existsSync(file)) as string;

export interface SupervisorSettings {
  readonly forwards: readonly Forward[];
  /** Path inside of a socket that AXIS listens on: for containers, which outlive AXIS. */
  readonly control?: string;
  /** A descriptor for the number of processes that the command left. */
  readonly report?: number;
}

/** Where the socket of a forward is inside. */
export function socketInside(index: number): string {
  return `${insideFolder}/${index}`;
}

/** The arguments of Node inside that come before the program and its arguments. */
export function supervisorArguments({ forwards, control, report }: SupervisorSettings): string[] {
  const ports = forwards.map(({ port }, index) => ({ port, socket: socketInside(index) }));
  return [`${insideFolder}/${supervisorName}`, JSON.stringify({ ports, control, report })];
}
