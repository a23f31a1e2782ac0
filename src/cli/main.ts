#!/usr/bin/env node
/** The binary: a table of commands, each imported only when it is asked for. The one file that exits. */
import { axisVersion } from "../core/version.ts";
import { commandTable, overview } from "./command-table.ts";

const [major = 0] = process.versions.node.split(".").map(Number);
const [first] = process.argv.slice(2);

if (major < 20) {
  process.stderr.write(`AXIS needs Node 20 or later; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else if (first === "--version" || first === "-V") {
  process.stdout.write(`${axisVersion}\n`);
} else if (first === undefined || first === "--help" || first === "-h") {
  process.stdout.write(overview());
} else {
  const { dispatch } = await import("./dispatch.ts");
  const name = first === "help" ? process.argv[3] : first;
  const args = first === "help" ? [name ?? "", "--help"] : process.argv.slice(2);
  if (name === undefined) process.stdout.write(overview());
  else await dispatch(name, args, commandTable);
}
