/** The door axis-eval/server: the HTTP API, to mount in another app or to serve on a socket. */
export { createApp, type ServerApp } from "./app.ts";
export type { Batch, BatchRun, Submission, Submit, SubmitBatch, SubmittedRun } from "../core/run/submission.ts";
export type { AccessRecord, AccessRules, MetricEntry, ReceiveBundle, ReceiveReport, ServerDeps } from "./deps.ts";
export type { FilesOf, RunFiles } from "./files/run-files.ts";
export { localEvaluations, localFiles, localReportPages, localReports } from "./files/local-files.ts";
export { isLoopback } from "./guards/address.ts";
export { createSessionToken, type SessionToken } from "./guards/session-token.ts";
export { type ListenOptions, type Listening, listen } from "./listen.ts";
export { startRelay } from "./scored-relay.ts";
export { openSqlStore, type StoreChoice } from "../store/sql/open.ts";
export { defaultLimits, type ServerLimits } from "./limits.ts";
