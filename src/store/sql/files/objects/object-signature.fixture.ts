/** Checks AWS Signature Version 4 like a real store: recomputes it from the secret and the received request. */
import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface SigningKey {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

const requiredHeaders = ["host", "x-amz-content-sha256", "x-amz-date"];

/** Whether the request, as received, was signed with that key. */
export function isSigned(request: IncomingMessage, { keyId, secret, region }: SigningKey): boolean {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential, names = "", signature] = form.exec(request.headers.authorization ?? "") ?? [];
  const moment = readRequestHeader(request, "x-amz-date");
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${keyId}/${scope}` || !requiredHeaders.every((name) => names.split(";").includes(name)))
    return false;
  const text = ["AWS4-HMAC-SHA256", moment, scope, sha256Hex(toCanonicalRequest(request, names))].join("\n");
  const key = scope.split("/").reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(key, text).toString("hex") === signature;
}

function toCanonicalRequest(request: IncomingMessage, names: string): string {
  const { pathname, search } = new URL(request.url ?? "/", "http://any");
  const lines = names.split(";").map((name) => `${name}:${readRequestHeader(request, name)}\n`);
  const parts = [request.method, pathname, search.slice(1), lines.join(""), names];
  return [...parts, readRequestHeader(request, "x-amz-content-sha256")].join("\n");
}

function readRequestHeader({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? "").trim();
}

export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
