/** Metrics for Prometheus: this process's counters, and figures from the store. Label values come from closed sets. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { type StoreFigures, readStoreFigures } from "../store/sql/figures.ts";
import type { ObjectStoreMonitor } from "./object-store-monitor.ts";
import type { Database } from "../store/sql/schema/database.ts";

interface AnsweredRequest {
  /** The route's pattern, never the request's path. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

export interface Meters {
  countRequest(answered: AnsweredRequest, durationMs: number): void;
  countStoreFailure(): void;
  countDroppedEvents(sink: "posthog" | "otel", count: number): void;
  /** The text for Prometheus to read. */
  text(): Promise<string>;
  readonly contentType: string;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

export function createMeters(database: Database, objects?: ObjectStoreMonitor): Meters {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "axis_http_requests_total",
    help: "Answered requests",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "axis_http_seconds",
    help: "Time until the response began",
    labelNames: ["route"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers,
  });
  const failures = new Counter({
    name: "axis_store_errors_total",
    help: "Failures of the store to respond",
    registers,
  });
  const dropped = new Counter({
    name: "axis_events_dropped_total",
    help: "Telemetry that could not be delivered",
    labelNames: ["sink"],
    registers,
  });
  const setStored = registerStoredFigures(registry);
  if (objects !== undefined) addObjectStoreGauge(objects, registers);
  return {
    countRequest({ route, method, status }, durationMs) {
      requests.inc({ route, method: methods.has(method) ? method : "other", status });
      seconds.observe({ route }, durationMs / 1_000);
    },
    countStoreFailure: () => failures.inc(),
    countDroppedEvents: (sink, count) => dropped.inc({ sink }, count),
    async text() {
      const figures = await readStoreFigures(database);
      setStored(figures);
      return `${await registry.metrics()}${formatStoredHistograms(figures)}`;
    },
    contentType: registry.contentType,
  };
}

/** Has no value while the state is unknown. */
function addObjectStoreGauge(objects: ObjectStoreMonitor, registers: Registry[]): Gauge {
  return new Gauge({
    name: "axis_object_store_up",
    help: "Whether the object store is usable",
    registers,
    collect() {
      const state = objects.state();
      if (state === "unknown") this.remove();
      else this.set(state === "ok" ? 1 : 0);
    },
  });
}

/** Counts from the store are right across all processes and after a restart. */
const storedMetrics = [
  { figure: "runs", name: "axis_runs_total", help: "Finished runs", label: "outcome", rises: true },
  { figure: "scored", name: "axis_runs_scored_total", help: "Scored runs", label: "tier", rises: true },
  {
    figure: "defaulted",
    name: "axis_scorecard_defaulted_total",
    help: "Scorecard axes that could not be computed",
    label: "axis",
    rises: true,
  },
  { figure: "gates", name: "axis_gate_executions_total", help: "Gate executions", label: "passed", rises: true },
  { figure: "queue", name: "axis_queue_runs", help: "Runs that have not finished", label: "status", rises: false },
  { figure: "workers", name: "axis_workers", help: "Workers seen recently", label: "state", rises: false },
] as const;

function registerStoredFigures(registry: Registry): (figures: StoreFigures) => void {
  const registers = [registry];
  const setters = storedMetrics.map(({ name, help, label, rises }) => {
    const options = { name, help, labelNames: [label], registers };
    const meter: Pick<Gauge, "reset" | "inc"> = rises ? new Counter(options) : new Gauge(options);
    return (counts: Readonly<Record<string, number>>) => {
      meter.reset();
      for (const [value, count] of Object.entries(counts)) meter.inc({ [label]: value }, count);
    };
  });
  const lost = new Counter({
    name: "axis_run_attempts_lost_total",
    help: "Run attempts beyond the first",
    registers,
  });
  return (figures) => {
    for (const [at, { figure }] of storedMetrics.entries()) setters[at]?.(figures[figure]);
    lost.reset();
    lost.inc(figures.repeatedAttempts);
  };
}

interface StoredHistogram {
  readonly name: string;
  readonly help: string;
  /** How many values are at or below each bound. */
  readonly upTo: readonly (readonly [string | number, number])[];
  readonly count: number;
  readonly sum: number;
}

function formatStoredHistograms({ repairLoops, scoringTimes }: StoreFigures): string {
  const loops = {
    name: "axis_repair_loops",
    help: "Repair loops of finished runs",
    upTo: Object.entries(repairLoops.upTo),
  };
  const times = {
    name: "axis_scorecard_seconds",
    help: "Time from the start of the scoring transaction until the scorecard is written",
    upTo: scoringTimes.upTo,
  };
  return [
    formatHistogram({ ...loops, count: repairLoops.runs, sum: repairLoops.loops }),
    formatHistogram({ ...times, count: scoringTimes.runs, sum: scoringTimes.seconds }),
  ].join("");
}

/** The store counts these values, so the histogram is written out instead of observing each run. */
function formatHistogram({ name, help, upTo, count, sum }: StoredHistogram): string {
  const buckets = upTo.map(([most, runs]) => `${name}_bucket{le="${most}"} ${runs}`);
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...buckets,
    `${name}_bucket{le="+Inf"} ${count}`,
    `${name}_sum ${sum}`,
    `${name}_count ${count}`,
    "",
  ].join("\n");
}
