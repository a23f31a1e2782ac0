/** Writes an empty embedded database into dist/: to make one takes seconds and much memory, to unpack it does not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

export async function buildDatabase(outputFolder) {
  const engine = await PGlite.create();
  // A template that only CREATE DATABASE needs, which the store never asks for: a fifth of the archive.
  await engine.exec("ALTER DATABASE template0 IS_TEMPLATE false");
  await engine.exec("DROP DATABASE template0");
  const archive = await engine.dumpDataDir("gzip");
  writeFileSync(join(outputFolder, "empty-database.tar.gz"), Buffer.from(await archive.arrayBuffer()));
  await engine.close();
}
