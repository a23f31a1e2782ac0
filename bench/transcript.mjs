/** One very long transcript: what `axis score <file> --save` takes, and whether it grows with the length and no faster. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { axis } from "./doors.mjs";
import { figure, heading, least } from "./figures.mjs";
import { isolated, runNode } from "./isolated.mjs";
import { inRounds, recordedEntries } from "./recorded.mjs";
import { syntheticEntries } from "./synthetic.mjs";

const rounds = 3;
const [long, twice] = [100_000, 200_000];

export async function transcript(folder) {
  const recorded = await recordedEntries(folder);
  await oneKind(folder, "entries as agents were recorded", (count) => inRounds(recorded, count));
  await oneKind(folder, "made-up entries, cut short", (count) => syntheticEntries(count, { scale: 0.1 }));
  await oneKind(folder, "made-up entries of agents that read whole files", syntheticEntries);
}

async function oneKind(folder, name, entriesOf) {
  heading(`A long transcript, ${name}: axis score <file> --save; ${rounds} runs of each length, in turn`);
  const files = { [long]: await write(folder, long, entriesOf), [twice]: await write(folder, twice, entriesOf) };
  const runs = { [long]: [], [twice]: [], copy: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const count of [long, twice]) runs[count].push(await score(folder, files[count]));
    runs.copy.push(await isolated("copy.work.mjs", [files[long], join(folder, "copy.ndjson")]));
  }
  const seconds = (count) => least(runs[count].map(({ wallMs }) => wallMs)) / 1000;
  const peak = (count) => least(runs[count].map(({ peakRssMb }) => peakRssMb));
  const bytes = statSync(files[long]).size;
  const note = `${Math.round(bytes / 1e6)} MB of NDJSON, ${Math.round(bytes / long)} bytes an entry`;
  figure(`${long} entries, fastest`, seconds(long), { unit: "s", most: 3, note });
  figure(`${long} entries, most memory (resident)`, peak(long), { unit: "MB", most: 600 });
  figure(`${twice} entries / ${long} entries, time`, seconds(twice) / seconds(long), { unit: "x", most: 2.3 });
  figure(`${twice} entries / ${long} entries, memory`, peak(twice) / peak(long), { unit: "x" });
  const copySeconds = least(runs.copy.map(({ ms }) => ms)) / 1000;
  figure("the same / parsing and writing the file with node alone", seconds(long) / copySeconds, { unit: "x" });
}

async function write(folder, count, entriesOf) {
  const file = join(folder, `entries-${count}.ndjson`);
  const lines = function* () {
    for (const entry of entriesOf(count)) yield `${JSON.stringify(entry)}\n`;
  };
  await pipeline(lines, createWriteStream(file));
  return file;
}

/** In a folder without a config; the report goes there too, and is removed, since it is large. */
async function score(folder, file) {
  const cwd = mkdtempSync(join(folder, "score-"));
  try {
    return await runNode([axis, "score", file, "--save"], { cwd });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
