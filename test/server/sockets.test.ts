import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/server/app.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
let listening: Listening;
/** Waits for nobody, so that slow clients need not be waited for either. */
let hasty: Listening;
let token: string;
beforeAll(async () => {
  world = await openServerWorld();
  const open = (limits: object) => listen(createApp({ ...world.server.deps, limits }), { host: "127.0.0.1", port: 0 });
  listening = await open(roomy);
  hasty = await open({ ...roomy, requestMs: 1_500 });
  token = await world.token({ scopes: ["admin"] });
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await hasty[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** Writes bytes, then gives everything that came until the other side closed. */
function talk(
  text: string,
  more?: (write: (part: string) => boolean) => void,
  { port }: Listening = listening,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (part) => (answer += part));
    socket.on("error", () => {}); // The other side may cut the line; what came before counts.
    socket.on("close", () => resolve(answer));
    socket.write(text);
    more?.((part) => !socket.destroyed && socket.write(part));
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const get = (path: string, headers: string) => talk(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

describe("Host", () => {
  test.each([
    ["ours", "Host: localhost\r\n", 200],
    ["with a port", "Host: 127.0.0.1:9\r\n", 200],
    ["another name", "Host: evil.test\r\n", 421],
    ["a name that begins like ours", "Host: localhost.evil.test\r\n", 421],
    ["ours with a user", "Host: evil.test@localhost\r\n", 400],
    ["missing", "", 400],
    ["twice", "Host: localhost\r\nHost: evil.test\r\n", 400],
    ["twice the same", "Host: localhost\r\nHost: localhost\r\n", 400],
    ["empty", "Host: \r\n", 400],
  ])("%s", async (_, headers, status) => {
    expect(statusOf(await get("/v1/runs", headers))).toBe(status);
  });

  test("an absolute address counts as well as the header", async () => {
    expect(statusOf(await get("http://evil.test/v1/runs", "Host: localhost\r\n"))).toBe(421);
    expect(statusOf(await get("http://localhost/v1/runs", "Host: evil.test\r\n"))).toBe(421);
    expect(statusOf(await get("http://localhost/v1/runs", "Host: localhost\r\n"))).toBe(200);
  });
});

test("two Authorization headers are none that counts", async () => {
  const one = `Authorization: Bearer ${token}\r\n`;
  expect(statusOf(await get("/v1/tokens", `Host: localhost\r\n${one}`))).toBe(200);
  expect(statusOf(await get("/v1/tokens", `Host: localhost\r\n${one}${one}`))).toBe(401);
});

describe("sizes", () => {
  const head = (rest: string) =>
    `POST /v1/runs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${rest}\r\n`;

  test("a body that says it is too large is refused unread", async () => {
    expect(statusOf(await talk(head("Content-Length: 10485760\r\n")))).toBe(413);
  });

  test("a body in chunks that grows too large is refused, and the line is closed", async () => {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    let sent = 0;
    const answer = await talk(head("Transfer-Encoding: chunked\r\n"), (write) => {
      const timer = setInterval(() => {
        sent += 65_536;
        // Two gigabytes would be sent, if they were taken.
        if (!write(chunk) && sent > 1_048_576 * 64) clearInterval(timer);
        if (sent > 2 ** 31) clearInterval(timer);
      }, 1);
      timer.unref();
    });
    expect(statusOf(answer)).toBe(413);
    expect(sent).toBeLessThan(2 ** 30);
  });

  test("ten thousand headers are too many", async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `X-${at}: y\r\n`).join("");
    expect(statusOf(await get("/v1/runs", `Host: localhost\r\n${many}`))).toBe(431);
  });

  test("both a length and chunks are refused", async () => {
    expect(statusOf(await talk(head("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n")))).toBe(400);
  });
});

describe("addresses that cannot be understood", () => {
  test.each([
    ["a backslash", "/\\evil"],
    ["two backslashes", "/\\\\evil.test/v1/runs"],
    ["a backslash in a known path", "/v1/runs\\..\\x"],
    ["no slash at its beginning", "\\evil"],
    ["another scheme", "ftp://localhost/v1/runs"],
    ["a control character", "/v1/\u0001"],
  ])("%s gets the body and the headers of every other problem", async (_what, path) => {
    const answer = await get(path, "Host: localhost\r\n");
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(statusOf(answer)).toBe(400);
    for (const name of [
      "content-security-policy",
      "x-content-type-options",
      "referrer-policy",
      "cache-control",
      "x-request-id",
    ])
      expect(head.toLowerCase()).toContain(`\r\n${name}: `);
    expect(JSON.parse(body.replace(/^[0-9a-f]+\r\n|\r\n0$/g, ""))).toMatchObject({
      error: { code: "bad-request", message: expect.any(String) },
      request_id: expect.stringMatching(/^req_/),
    });
  });

  test("a backslash in the query is data", async () => {
    expect(statusOf(await get("/v1/runs?agent=a\\b", "Host: localhost\r\n"))).toBe(200);
  });
});

describe("slow clients", () => {
  test("a connection that never sends a byte is cut", async () => {
    expect(statusOf(await talk("", undefined, hasty))).toBe(408);
  });

  test("one that sends a request and no other is cut too", async () => {
    const answer = await talk("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", undefined, hasty);
    expect(statusOf(answer)).toBe(200);
  });

  test("a request that does not come to an end is cut", async () => {
    const answer = await talk("GET /v1/runs HTTP/1.1\r\nHost: loc", undefined, hasty);
    expect(statusOf(answer)).toBe(408);
  });

  test("so is a body that trickles in", async () => {
    const answer = await talk(
      `POST /v1/runs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
      (write) => {
        const timer = setInterval(() => write("{") || clearInterval(timer), 300);
        timer.unref();
      },
      hasty,
    );
    expect([408, 503]).toContain(statusOf(answer));
  });
});

test("what is no HTTP gets a short answer and nothing else", async () => {
  const answer = await talk("\u0016\u0003\u0001\u0002 hello\r\n\r\n");
  expect(statusOf(answer)).toBe(400);
  expect(answer).not.toMatch(/at |node:/);
});

test("the server still answers after all of that", async () => {
  expect(statusOf(await get("/healthz", "Host: localhost\r\n"))).toBe(200);
});
