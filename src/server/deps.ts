/** The server's dependencies: a store, the access rules, and functions that other rooms provide. */
import type { Baseline } from "../core/report/baseline.ts";
import type { Submit, SubmitBatch, SubmitContest } from "../core/run/submission.ts";
import type { LabelBook } from "../core/review/label-book.ts";
import type { PageIndex } from "../report/html/page-index.ts";
import type { SqlStore } from "../store/sql/sql-store.ts";
import type { RunFiles } from "./files/run-files.ts";
import type { SessionToken } from "./guards/session-token.ts";
import type { ServerLimits } from "./limits.ts";

/** Who may read without a token, and which host names the server accepts. */
export interface AccessRules {
  /** Lets programs on this machine read without a token. Only for a server that listens on loopback alone. */
  readonly openReads: boolean;
  /** A proxy in front reports the client's address. Its headers are trusted only if this is set. */
  readonly trustProxy?: boolean;
  /** Host names, besides loopback, that requests may use. */
  readonly hosts?: readonly string[];
  /** Origins whose pages may read responses. */
  readonly corsOrigins?: readonly string[];
  /** A token that is valid only while this process runs and is never stored. */
  readonly sessionToken?: SessionToken;
}

/** "pushed": for runs that name no bundle. "run": only for runs that name this bundle. */
type BundlePurpose = "pushed" | "run";

/** Checks and stores a project bundle, or says what is wrong with it. */
export type ReceiveBundle = (
  workspaceSlug: string,
  content: AsyncIterable<Uint8Array>,
  purpose: BundlePurpose,
) => Promise<
  { readonly status: "stored"; readonly sha256: string } | { readonly status: "refused"; readonly why: string }
>;

/** Checks and stores a report whose runs are here already; says how many of its runs are not, or what is wrong with it. */
export type ReceiveReport = (
  workspaceId: string,
  document: { readonly id: string; readonly text: string },
) => Promise<
  { readonly status: "stored"; readonly missing: number } | { readonly status: "refused"; readonly why: string }
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

/** One answered request, for the access log. It contains no address, query or header of the request. */
export interface AccessRecord {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, not the request's path. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly tokenId: string | null;
}

/** The labels of a project whose files are the truth. Without them, labels are rows of the database. */
interface ProjectReview {
  readonly labels: LabelBook;
  /** The goal score at which a run of the project passes, if it sets one. */
  readonly passMark?: number | undefined;
  /** Who gives labels with the session's own token; null if that is unknown. */
  readonly person: string | null;
}

/** The part of Node's request that guards use; absent if the app is called without a socket. */
export interface Bindings {
  readonly incoming?: {
    readonly socket?: { readonly remoteAddress?: string | undefined; destroy?(): unknown };
    readonly rawHeaders?: readonly string[];
    readonly httpVersion?: string;
  };
}

export interface ServerDeps {
  readonly store: SqlStore;
  readonly access: AccessRules;
  /** Without it, the route that submits runs does not exist. */
  readonly submit?: Submit;
  /** Without it, the route that submits batches does not exist. */
  readonly submitBatch?: SubmitBatch;
  /** Without it, the route that starts competitions does not exist. */
  readonly submitContest?: SubmitContest;
  /** Without it, the route that uploads bundles does not exist. */
  readonly receiveBundle?: ReceiveBundle;
  /** Without it, the route that receives reports does not exist. */
  readonly receiveReport?: ReceiveReport;
  /** Without it, the route of the metric catalog does not exist. */
  readonly metricCatalogue?: () => Promise<readonly MetricEntry[]>;
  /** Transcripts and artifacts outside the database, such as those of local runs. */
  readonly localFiles?: RunFiles;
  /** Reads the document of a report outside the database; undefined if it was deleted. */
  readonly localReport?: (id: string) => Promise<Record<string, unknown> | undefined>;
  /** The page of such a report, with its progress while it is being written; undefined if it was deleted. */
  readonly localReportPage?: (id: string) => Promise<PageIndex | undefined>;
  /** A baseline outside the database; undefined if it was deleted. */
  readonly localBaseline?: (name: string) => Promise<Baseline | undefined>;
  /** The page of an evaluation outside the database; undefined if it was deleted. */
  readonly localEvaluation?: (id: string) => Promise<string | undefined>;
  readonly review?: ProjectReview;
  /** Folder with the dashboard's files. */
  readonly dashboard?: string;
  readonly limits?: Partial<ServerLimits>;
  readonly now?: () => Date;
  readonly onAccess?: (record: AccessRecord) => void;
  /** Reports a bug to the operator of the server. The client never sees the details. */
  readonly onDefect?: (error: unknown, requestId: string) => void;
}
