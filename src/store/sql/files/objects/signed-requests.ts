/** Requests to one bucket, signed with AWS Signature Version 4. Transient failures are retried; redirects are not followed. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ObjectSettings } from "../../../../core/config/object-settings.ts";
import { systemCode } from "../../../../core/error.ts";
import { ObjectsUnavailable } from "./objects-unavailable.ts";
import type { Upload } from "./upload.ts";

/** The requested action, as the end of a sentence. */
const actions = {
  GET: "return a file",
  HEAD: "say whether a file exists",
  PUT: "accept a file",
  DELETE: "delete a file",
};

const hints: Readonly<Record<number, string>> = {
  400: "Check the region of the object store",
  401: "Check AXIS_S3_KEY_ID and AXIS_S3_SECRET",
  403: "Check AXIS_S3_KEY_ID, AXIS_S3_SECRET, their permissions, the region, and this machine's clock",
  404: "Check the endpoint and the bucket; a file that was deleted by hand cannot be restored",
};

/** Statuses that mean the store is busy, not that it refuses. */
const busyStatuses = [408, 425, 429];

/** For a response that is no success. Its body is not read, because it may repeat the keys of the request. */
export function toRefusedError({ method }: FailedRequest, status: number): ObjectsUnavailable {
  const hint =
    status >= 300 && status < 400
      ? "Set the endpoint to the address it redirects to; AXIS does not follow redirects"
      : hints[status];
  const isTransient = status >= 500 || busyStatuses.includes(status);
  return new ObjectsUnavailable(`The object store did not ${actions[method]}: it answered ${status}`, {
    isTransient,
    hint,
  });
}

/** For a request without a response. */
function toUnansweredError({ method }: FailedRequest, cause: unknown): ObjectsUnavailable {
  const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
  const reason = isLate ? "it took too long" : readFailureCode(cause);
  return new ObjectsUnavailable(`The object store did not ${actions[method]}: ${reason}`, { cause, isTransient: true });
}

interface FailedRequest {
  readonly method: keyof typeof actions;
}

/** The cause of a failed fetch has the code of the connection error. Without a code, its message says more than we could. */
function readFailureCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const detail = cause instanceof Error ? ` (${cause.message})` : "";
  return systemCode(cause) ?? systemCode(error) ?? `the connection failed${detail}`;
}

/** A timeout that can be set repeatedly; the signal aborts when it expires or when it is stopped. */
class Deadline {
  readonly #over = new AbortController();

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  async within<T>(work: Promise<T>, ms: number): Promise<T> {
    const timer = setTimeout(() => this.#over.abort(new DOMException("too late", "TimeoutError")), ms);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }

  stop(): void {
    this.#over.abort();
  }
}

export interface ObjectKeys {
  readonly keyId: string;
  readonly secret: string;
}

export interface RequestPatience {
  readonly pause?: (ms: number) => Promise<unknown>;
  /** How long to wait for a response, or for the next piece of one. */
  readonly answerMs?: number;
}

export interface Bucket extends ObjectSettings {
  readonly keys: ObjectKeys;
  readonly patience: RequestPatience;
}

export interface ObjectRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly key: string;
  /** Statuses that count as success. */
  readonly expected: readonly number[];
  readonly upload?: Upload;
}

const retries = 3;
const firstPauseMs = 200;
const defaultAnswerMs = 60_000;
/** The slowest connection that is supported for large files. */
const slowestBytesPerMs = 128;
const defaultRegion = "us-east-1";
const emptyHash = createHash("sha256").digest("hex");

export class SignedRequests {
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #answerMs: number;

  constructor(readonly bucket: Bucket) {
    this.#pause = bucket.patience.pause ?? sleep;
    this.#answerMs = bucket.patience.answerMs ?? defaultAnswerMs;
  }

  /** Sends a request and discards the response body. */
  async send(request: ObjectRequest): Promise<Response> {
    const { response, deadline } = await this.#answered(request);
    await response.body?.cancel();
    deadline.stop();
    return response;
  }

  /** An object, piece by piece. The time limit applies to the store only, so the caller may read slowly. */
  async *readObject(key: string): AsyncGenerator<Uint8Array> {
    const request: ObjectRequest = { method: "GET", key, expected: [200] };
    const { response, deadline } = await this.#answered(request);
    const reader = response.body?.getReader();
    try {
      for (;;) {
        const value = reader && (await this.#piece(reader, deadline, request)).value;
        if (value === undefined) return;
        yield value;
      }
    } finally {
      deadline.stop();
    }
  }

  async #piece(reader: PieceReader, deadline: Deadline, request: ObjectRequest) {
    try {
      return await deadline.within(reader.read(), this.#answerMs);
    } catch (cause) {
      throw toUnansweredError(request, cause);
    }
  }

  async #answered(request: ObjectRequest): Promise<AnsweredRequest> {
    for (let failures = 0; ; failures += 1) {
      const answered = await this.#tried(request);
      if (!(answered instanceof ObjectsUnavailable)) return answered;
      if (request.upload?.failure !== undefined) throw request.upload.failure;
      if (failures === retries || !answered.isTransient) throw answered;
      await this.#pause(firstPauseMs * 2 ** failures);
    }
  }

  async #tried(request: ObjectRequest): Promise<AnsweredRequest | ObjectsUnavailable> {
    const deadline = new Deadline();
    const sendMs = (request.upload?.blob.bytes ?? 0) / slowestBytesPerMs;
    try {
      const response = await deadline.within(this.#fetch(request, deadline.signal), this.#answerMs + sendMs);
      if (request.expected.includes(response.status)) return { response, deadline };
      deadline.stop();
      return toRefusedError(request, response.status);
    } catch (error) {
      deadline.stop();
      return toUnansweredError(request, error);
    }
  }

  async #fetch({ method, key, upload }: ObjectRequest, signal: AbortSignal): Promise<Response> {
    const { AwsV4Signer } = await import("aws4fetch");
    const { keys, region = defaultRegion } = this.bucket;
    const sha256 = upload === undefined ? emptyHash : Buffer.from(upload.blob.sha256).toString("hex");
    const signer = new AwsV4Signer({
      method,
      url: objectUrl(this.bucket, key),
      headers: { "x-amz-content-sha256": sha256 },
      accessKeyId: keys.keyId,
      secretAccessKey: keys.secret,
      service: "s3",
      region,
    });
    const { url, headers } = await signer.sign();
    // This header asks for the bytes as stored. It is not signed, because a proxy may change it.
    headers.set("accept-encoding", "identity");
    if (upload !== undefined) headers.set("content-length", String(upload.blob.bytes));
    const body = upload === undefined ? {} : { body: upload.body(), duplex: "half" as const };
    return await fetch(url, { method, headers, redirect: "manual", signal, ...body });
  }
}

type PieceReader = ReadableStreamDefaultReader<Uint8Array>;

interface AnsweredRequest {
  readonly response: Response;
  /** The deadline of this response; stopping it frees the connection. */
  readonly deadline: Deadline;
}

/** Neither bucket nor key contains characters that need encoding. */
export function objectUrl({ endpoint, bucket, path_style = true }: ObjectSettings, key: string): string {
  const url = new URL(endpoint);
  if (!path_style) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = path_style ? `/${bucket}/${key}` : `/${key}`;
  return url.href;
}
