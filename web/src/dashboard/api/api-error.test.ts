import { expect, test } from "vitest";
import { toApiError } from "./api-error.ts";

const answer = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: { code, message: "No", hint: "Do" }, request_id: "req_1" }), {
    status,
    headers,
  });

test.each([
  [401, "token-invalid", "read", "login"],
  [401, "token-invalid", "admin", "login"],
  [401, "token-missing", "read", "login"],
  [401, "token-missing", "admin", "no-permission"],
  [403, "scope-missing", "admin", "no-permission"],
  [404, "run-not-found", "read", "not-found"],
  [410, "gone", "read", "not-found"],
  [400, "bad-request", "read", "refused"],
  [500, "internal", "read", "broken"],
  [503, "store-unavailable", "read", "broken"],
] as const)("%i %s of something that needs %s is %s", async (status, code, needs, kind) => {
  const error = await toApiError(answer(status, code), needs);
  expect([error.kind, error.message, error.facts]).toEqual([kind, "No", { code, hint: "Do", requestId: "req_1" }]);
});

test("it says how long to wait", async () => {
  const error = await toApiError(answer(429, "rate-limited", { "Retry-After": "12" }), "read");
  expect([error.kind, error.facts.retryAfterSeconds]).toEqual(["rate-limited", 12]);
});

test("an answer of something else than the server is told by its status", async () => {
  for (const body of ["<h1>Bad gateway</h1>", "null", "[]", '{"error":"no"}']) {
    const error = await toApiError(new Response(body, { status: 502 }), "read");
    expect([error.kind, error.message]).toEqual(["broken", "The server answered with status 502"]);
  }
});
