/** Bundles the package into dist/: one chunk per command, dependencies bundled, and the types. AXIS_SOURCE_MAPS=1 adds source maps. */
import { chmodSync, copyFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { buildDatabase } from "./build-database.mjs";
import { buildTypes } from "./build-types.mjs";
import { buildWeb } from "./build-web.mjs";
import { bundleOptions } from "./bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const outputFolder = join(root, "dist");

rmSync(outputFolder, { recursive: true, force: true });
await build(bundleOptions(root, { sourcemap: process.env.AXIS_SOURCE_MAPS === "1" }));
chmodSync(join(outputFolder, "cli.js"), 0o755);
// Node runs this file inside sandboxes, where nothing else of the package is visible.
copyFileSync(join(root, "src", "sandbox", "inside.mjs"), join(outputFolder, "inside.mjs"));
await buildWeb(root);
await buildDatabase(outputFolder);
process.exitCode = (await buildTypes(root)) ? 0 : 1;
