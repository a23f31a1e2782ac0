/** Where the benches find the built package: dist/, or the folder that AXIS_BENCH_DIST names. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const bench = dirname(fileURLToPath(import.meta.url));
export const dist = resolve(process.env.AXIS_BENCH_DIST ?? join(bench, "..", "dist"));

/** The program of the command line. */
export const axis = join(dist, "cli.js");

/** What a door of the package exports: "index" or "testing". */
export function door(name) {
  return import(pathToFileURL(join(dist, `${name}.js`)).href);
}
