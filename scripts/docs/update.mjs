/** Writes the parts of the pages that come from the code: node scripts/docs/update.mjs */
import { readFileSync, writeFileSync } from "node:fs";
import { createJiti } from "jiti";

const { updateErrorSections } = await createJiti(import.meta.url).import("./error-sections.ts");
const file = new URL("../../docs/troubleshooting.md", import.meta.url);
writeFileSync(file, updateErrorSections(readFileSync(file, "utf8")));
