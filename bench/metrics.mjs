/** How fast metrics that ask no judge score one item after another, and how long texts are compared. One core. */
import { door } from "./doors.mjs";
import { figure, heading, median } from "./figures.mjs";

/** 50,000 scores a second are 20 microseconds each. */
const mostMicroseconds = 20;
const scores = 20_000;
const rounds = 5;
const length = 2_000;

const item = {
  query: "How long does a refund take?",
  actualOutput:
    "The refund takes five days and arrives on the card that was used, see https://example.com/refunds for more about it.",
  expectedOutput: "Refunds take five days and go back to the card that was used.",
  latency: 1.5,
  actualRanking: ["a", "b", "c", "d", "e", "f"],
  expectedReference: [{ id: "c", relevance: 2 }, { id: "x" }],
  toolsCalled: [{ name: "refund", args: { order: 17 } }],
  expectedTools: [{ name: "refund", args: { order: 17 } }],
};

export async function metrics() {
  const { metricRegistry, parseItem, levenshteinRatio } = await door("metrics");
  heading(
    `Metrics without a judge: ${scores} items through execute, texts of at most 200 characters, median of ${rounds}`,
  );
  const parsed = parseItem(item);
  for (const type of metricRegistry.filter({ judged: false })) await scoreRate(type.config, new type(), parsed);
  longTexts(levenshteinRatio);
}

async function scoreRate({ key }, metric, parsed) {
  const each = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = process.cpuUsage();
    for (let index = 0; index < scores; index += 1) await metric.execute(parsed);
    const { user, system } = process.cpuUsage(began);
    each.push((user + system) / scores);
  }
  const microseconds = median(each);
  const note = `${Math.round(1e6 / microseconds)} scores/s of processor time`;
  // Comparing letter by letter is the one heuristic without this target: its cost is in the texts.
  figure(key, microseconds, { unit: "µs", note, ...(key === "levenshtein_ratio" ? {} : { most: mostMicroseconds }) });
}

function longTexts(levenshteinRatio) {
  heading(`Texts of ${length} characters, compared letter by letter, median of ${rounds}`);
  const [actual, expected] = [text(1), text(2)];
  const plain = milliseconds(() => plainDistance(actual, expected));
  const ours = milliseconds(() => levenshteinRatio(actual, expected, { algorithm: "levenshtein" }));
  figure("edit distance, one row of the table at a time", plain, { unit: "ms" });
  figure("levenshteinRatio, algorithm levenshtein", ours, { unit: "ms" });
  figure("the latter / the former", ours / plain, { unit: "x", most: 1 });
  figure(
    "levenshteinRatio, as it is",
    milliseconds(() => levenshteinRatio(actual, expected)),
    { unit: "ms" },
  );
  const whole = milliseconds(() => levenshteinRatio(actual, expected, { autojunk: false }));
  figure("levenshteinRatio, every character searched", whole, { unit: "ms" });
}

function milliseconds(work) {
  const each = [];
  for (let round = 0; round < rounds + 2; round += 1) {
    const began = performance.now();
    work();
    each.push(performance.now() - began);
  }
  return median(each.slice(2));
}

/** Words of few letters, different for each seed. */
function text(seed) {
  const letters = "etaoin shrdlu cmfwyp";
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return letters[(state >> 8) % letters.length];
  }).join("");
}

/** The usual algorithm, with one row of memory: what the bit-parallel one is measured against. */
function plainDistance(a, b) {
  const row = Int32Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0];
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j];
      row[j] = Math.min(diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1), above + 1, row[j - 1] + 1);
      diagonal = above;
    }
  }
  return row[b.length];
}
