/** What a cell costs AXIS itself: an agent that only answers, the rules, and everything written durably. */
import { figure, heading, least, median } from "./figures.mjs";
import { isolated } from "./isolated.mjs";

const rounds = 3;
const [few, many] = [1000, 5000];

export async function cells(folder) {
  heading(`Cells: no-op agent, rules, file store and page, concurrency 15; ${rounds} runs of each size, in turn`);
  const runs = { [few]: [], [many]: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const count of [few, many]) runs[count].push(await isolated("cells.work.mjs", [folder, count, 0]));
  const perCell = (count) => runs[count].map(({ ms }) => ms / count);
  figure(`${few} cells, fastest`, least(perCell(few)), { unit: "ms/cell", most: 6 });
  figure(`${few} cells, median`, median(perCell(few)), { unit: "ms/cell", most: 6 });
  figure(`${many} cells, fastest`, least(perCell(many)), { unit: "ms/cell" });
  figure(`${many} cells / ${few} cells, per cell, fastest`, least(perCell(many)) / least(perCell(few)), {
    unit: "x",
    most: 1.2,
  });
  const within = runs[many].map(({ firstMs, lastMs }) => lastMs / firstMs);
  figure(`the last ${many / 5} / the first ${many / 5} of ${many}, median`, median(within), { unit: "x", most: 1.2 });
  const growth = (read) => (median(runs[many].map(read)) - median(runs[few].map(read))) / (many - few) / 1024;
  const note = `between ${few} and ${many} cells`;
  figure(
    "memory that stays (heap and buffers)",
    growth(({ after }) => after.heap),
    { unit: "KB/cell", most: 20, note },
  );
  figure(
    "memory that stays (resident)",
    growth(({ after }) => after.rss),
    { unit: "KB/cell", most: 20, note },
  );
  figure(`most memory with ${many} cells (resident)`, median(runs[many].map(({ peakRssMb }) => peakRssMb)), {
    unit: "MB",
  });
}

/** Runs with many tool calls: what is kept of them must not add up. */
export async function longRuns(folder) {
  heading("Long runs: 300 cells of 300 tool calls, concurrency 15");
  for (const [page, name] of [
    ["none", ""],
    ["page", ", with their page"],
  ]) {
    const { ms, peakRssMb } = await isolated("cells.work.mjs", [folder, 300, 300, page]);
    figure(`most memory (resident)${name}`, peakRssMb, { unit: "MB", most: 400 });
    figure(`time, with making up the transcripts${name}`, ms / 300, { unit: "ms/cell" });
  }
}
