/** What the server is given: a store, who may ask, and the functions that other rooms lend it. */
import type { RunStatus } from "../core/run/run-row.ts";
import type { SqlStore } from "../store/sql/sql-store.ts";
import type { RunFiles } from "./files/run-files.ts";
import type { SessionToken } from "./guards/session-token.ts";
import type { ServerLimits } from "./limits.ts";

/** Who is let in without a token, and under which names the server is called. */
export interface AccessRules {
  /** Reads from this machine need no token: only where the server listens on loopback alone. */
  readonly openReads: boolean;
  /** A proxy in front tells who asks; only then are its headers believed. */
  readonly trustProxy?: boolean;
  /** Names besides loopback that a request may be addressed to. */
  readonly hosts?: readonly string[];
  /** Pages of these origins may read answers. */
  readonly corsOrigins?: readonly string[];
  /** A token that lives as long as this process and is stored nowhere. */
  readonly sessionToken?: SessionToken;
}

/** Runs that are asked for, all of one scenario and one agent. */
export interface Submission {
  readonly workspace: { readonly id: string; readonly slug: string };
  readonly scenario: string;
  readonly agent: string;
  readonly model: string | null;
  readonly trials: number;
  readonly priority: number;
  /** W3C trace context of the request, to be carried on by the run. */
  readonly traceContext: string | null;
}

export interface SubmittedRun {
  readonly id: string;
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number;
}

/** Queues runs and their tokens in one transaction, or says what is not known. */
export type Submit = (
  submission: Submission,
) => Promise<
  | { readonly status: "queued"; readonly runs: readonly SubmittedRun[] }
  | { readonly status: "unknown-scenario" | "unknown-agent" | "agent-not-served" | "project-invalid" }
>;

/** One run of a batch: named by whoever asks, so that asking twice is asking once. */
export interface BatchRun {
  readonly id: string;
  readonly report: string;
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number;
}

/** Runs of one bundle that are waited for together, such as those of `axis run --queue`. */
export interface Batch {
  readonly workspace: { readonly id: string; readonly slug: string };
  /** SHA-256 in hex. */
  readonly bundle: string;
  readonly runs: readonly BatchRun[];
  readonly traceContext: string | null;
}

/** Queues all of them in one transaction, or none. Runs that are there already are told as they stand. */
export type SubmitBatch = (batch: Batch) => Promise<
  | {
      readonly status: "queued";
      readonly runs: readonly (SubmittedRun & { readonly status: RunStatus })[];
      /** Agents of them that no live worker has. */
      readonly unserved: readonly string[];
    }
  | { readonly status: "unknown-bundle" | "unknown-scenario" | "unknown-agent" | "run-exists" }
>;

/** Pushed: what runs that name no bundle are taken from. For a run: only those that name it. */
export type BundlePurpose = "pushed" | "run";

/** Takes a project bundle in, checked and stored, or says what is wrong with it. */
export type ReceiveBundle = (
  workspaceSlug: string,
  content: AsyncIterable<Uint8Array>,
  purpose: BundlePurpose,
) => Promise<
  { readonly status: "stored"; readonly sha256: string } | { readonly status: "refused"; readonly why: string }
>;

/** One row of the metric catalogue. */
export interface MetricEntry {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly required_fields: readonly string[];
  readonly threshold: number | null;
}

/** One answered request, for the access log. No address, query or header of the request is in it. */
export interface AccessRecord {
  readonly requestId: string;
  readonly method: string;
  /** The pattern, not the path. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly tokenId: string | null;
}

export interface ServerDeps {
  readonly store: SqlStore;
  readonly access: AccessRules;
  /** Without it runs cannot be submitted: the route is not there. */
  readonly submit?: Submit;
  /** Without it batches cannot be submitted: the route is not there. */
  readonly submitBatch?: SubmitBatch;
  /** Without it bundles cannot be uploaded: the route is not there. */
  readonly receiveBundle?: ReceiveBundle;
  /** Without it the metric catalogue is not there. */
  readonly metricCatalogue?: () => Promise<readonly MetricEntry[]>;
  /** Transcripts and artifacts that lie outside the database, as those of local runs do. */
  readonly localFiles?: RunFiles;
  /** The document of a report that lies outside the database; undefined where it is gone. */
  readonly localReport?: (id: string) => Promise<Record<string, unknown> | undefined>;
  /** Folder of the dashboard's files. */
  readonly dashboard?: string;
  readonly limits?: Partial<ServerLimits>;
  readonly now?: () => Date;
  readonly onAccess?: (record: AccessRecord) => void;
  /** A defect: told to whoever runs the server, never to whoever asks. */
  readonly onDefect?: (error: unknown, requestId: string) => void;
}
