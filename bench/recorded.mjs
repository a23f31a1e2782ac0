/** Entries of the runs that were recorded for the tests, over and over: what agents really write. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { axis } from "./doors.mjs";
import { runNode } from "./isolated.mjs";

const recordings = join(dirname(fileURLToPath(import.meta.url)), "..", "test", "fixtures", "transcripts");
/** Recordings of runs that came to no end: the program would say so, and fail. */
const cutOff = /err401|hang|dropmid|sleeptool/;
const firstTime = Date.UTC(2026, 0, 5, 9);
/** Between two entries. */
const stepMs = 300;

/** All entries of the recordings, read by the program itself. */
export async function recordedEntries(folder) {
  const cwd = mkdtempSync(join(folder, "recorded-"));
  const files = readdirSync(recordings).filter((name) => name.endsWith(".ndjson") && !cutOff.test(name));
  try {
    await runNode([axis, "score", ...files.map((name) => join(recordings, name)), "--save"], { cwd });
    return detailsIn(join(cwd, ".axis", "reports")).flatMap(({ output }) => output.transcript);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function detailsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.includes("scenarios") && name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** Yields `count` of them: every round has ids of its own, and each has its time, as `axis run` records it. */
export function* inRounds(entries, count) {
  for (let made = 0; made < count; made += 1) {
    const entry = entries[made % entries.length];
    const round = Math.floor(made / entries.length);
    yield {
      ...entry,
      ...(entry.id === undefined ? {} : { id: `${entry.id}-${round}` }),
      timestamp: new Date(firstTime + made * stepMs).toISOString(),
    };
  }
}
