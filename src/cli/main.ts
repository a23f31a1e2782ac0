#!/usr/bin/env node
/** The binary: looks up the command in a table and imports only that one. */
import { axisVersion } from "../core/version.ts";
import { renderOverview } from "./command-table.ts";
import { findInvocation } from "./invocation.ts";

/** The reader may have closed the pipe, as `head` does: that is not an error. */
function print(text: string): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.stderr.write(`The output could not be written: ${error.message}\n`);
    process.exitCode = 3;
  });
  process.stdout.write(text);
}

/** Said here, since the module that says such things could not be opened either. */
function endWithoutFiles(error: NodeJS.ErrnoException): never {
  if (error.code !== "EMFILE") throw error;
  process.stderr.write("AXIS may not open more files: the limit of this process is reached (EMFILE)\n");
  process.stderr.write("Raise the limit in this shell with: ulimit -n 4096\n");
  process.exit(3);
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [first] = process.argv.slice(2);

if (major < 20 || (major === 20 && minor < 12)) {
  process.stderr.write(`AXIS needs Node 20.12 or later; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else if (first === "--version" || first === "-V") {
  print(`${axisVersion}\n`);
} else if (first === undefined || first === "--help" || first === "-h") {
  print(renderOverview(findInvocation()));
} else {
  const { dispatch } = await import("./dispatch.ts").catch(endWithoutFiles);
  const name = first === "help" ? process.argv[3] : first;
  const args = first === "help" ? [name ?? "", "--help"] : process.argv.slice(2);
  if (name === undefined) print(renderOverview(findInvocation()));
  else await dispatch(name, args);
}
