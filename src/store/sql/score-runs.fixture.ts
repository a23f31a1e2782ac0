/** A separate process that scores the given runs, for tests with two concurrent processes. */
import { sampleCard } from "./suite/samples.fixture.ts";
import { openPostgres } from "./drivers/postgres.ts";
import { finishRunRow } from "./runs/scoring.ts";

const [url = "", ...runIds] = process.argv.slice(2);
await using store = openPostgres(url);
const results = await Promise.all(
  runIds.map((runId) => finishRunRow(store.database, { runId, attempt: 1, ending: {} }, sampleCard)),
);
process.stdout.write(JSON.stringify(results.map(({ status }) => status)));
