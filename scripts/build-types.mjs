/** Writes the types of the package: one `.d.ts` for each entry point, and one that they share. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { doors } from "./bundle.mjs";

/** False where tsc found a mistake; it prints it. */
export async function buildTypes(root) {
  const emitted = join(root, "dist", ".types");
  const config = join(root, "tsconfig.build.json");
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", config, "--outDir", emitted], { stdio: "inherit" });
  if (status !== 0) return false;
  await build({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(doors).map(([name, file]) => [name, join(emitted, file.replace(/\.ts$/, ".d.ts"))]),
    ),
    external: /^[^./]/,
    // What comes in is declarations already: oxc only reads them.
    plugins: [dts({ generator: "oxc", dtsInput: true, tsconfig: config })],
    // The plugin works in JavaScript, so its time is known to be most of the build.
    checks: { pluginTimings: false },
    output: {
      dir: join(root, "dist"),
      format: "es",
      entryFileNames: "[name].ts",
      chunkFileNames: "types/[name].d.ts",
      codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
    },
  });
  rmSync(emitted, { recursive: true, force: true });
  return true;
}
