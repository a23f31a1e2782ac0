/** Exits 0 if a file of the workspace equals a file of this project: node same.mjs <in workspace> <in project> */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [ours, original] = process.argv.slice(2);
const same = readFileSync(ours).equals(readFileSync(join(process.env.AXIS_CONFIG_DIR, original)));

process.stdout.write(same ? `${ours} is unchanged\n` : `${ours} was changed\n`);
process.exitCode = same ? 0 : 1;
