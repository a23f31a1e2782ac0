import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { HttpAccess } from "../../core/metric.ts";
import { checkLive, pinnedFetch } from "./live-url.ts";
import { LiveUrls } from "../heuristic/citation-check.ts";
import { isPublicAddress } from "./public-address.ts";

const never = new AbortController().signal;
const somewhere = "93.184.215.14";

/** A server that counts what reaches it. */
async function serve(answer: RequestListener): Promise<{ readonly port: number; readonly requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

/** Names lead to public addresses, and requests to those are sent to a server of ours. */
function publicWeb(
  port: number,
  addresses: Readonly<Record<string, string>> = {},
): HttpAccess & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    timeoutMs: 60_000,
    lookup: async (host) => [{ address: addresses[host] ?? somewhere, family: 4 }],
    fetch: async (url, init) => {
      asked.push(`${init.method} ${url} at ${init.address}`);
      const { address: _, ...rest } = init;
      return await fetch(new URL(new URL(url).pathname, `http://127.0.0.1:${port}`), rest);
    },
  };
}

describe("which addresses are public", () => {
  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "localhost",
    "",
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])(
    "%s is",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("what is refused without a request", () => {
  test.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "http://user:secret@example.com/",
    "http://",
  ])("%s", async (url) => {
    const web = publicWeb(1);
    expect(await checkLive(url, web, never)).toMatchObject({ status: "refused", answered: false });
    expect(web.asked).toEqual([]);
  });

  test("a loopback server is not reached by the real implementation, by number or by name", async () => {
    const { port, requests } = await serve((_, response) => response.end());
    for (const host of ["127.0.0.1", "localhost"])
      expect(await checkLive(`http://${host}:${port}/`, {}, never)).toMatchObject({ status: "refused" });
    expect(requests).toEqual([]);
  });

  test("a name of which one address is inside", async () => {
    const web = publicWeb(1);
    const lookup = async () => [
      { address: somewhere, family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    expect(await checkLive("http://two.example/", { ...web, lookup }, never)).toMatchObject({ status: "refused" });
    expect(web.asked).toEqual([]);
  });

  test("where a redirect leads inside, and the server there is not reached", async () => {
    const inside = await serve((_, response) => response.end());
    for (const target of [
      "http://10.0.0.1/",
      `http://127.0.0.1:${inside.port}/`,
      "http://inside.example/",
      "http://169.254.169.254/",
    ]) {
      const { port } = await serve((_, response) => response.writeHead(302, { location: target }).end());
      const web = publicWeb(port, { "inside.example": "192.168.0.5" });
      expect(await checkLive("http://outside.example/a", web, never)).toMatchObject({
        status: "refused",
        answered: true,
      });
      expect(web.asked).toEqual([`HEAD http://outside.example/a at ${somewhere}`]);
    }
    expect(inside.requests).toEqual([]);
  });
});

describe("what is asked", () => {
  test.each([
    [200, "live"],
    [204, "live"],
    [399, "live"],
    [404, "dead"],
    [500, "dead"],
  ])("an answer of %i is %s", async (code, status) => {
    const { port } = await serve((_, response) => response.writeHead(code).end());
    expect(await checkLive("http://a.example/x", publicWeb(port), never)).toMatchObject({ status, answered: true });
  });

  test("a server that does not know HEAD is asked for the first byte", async () => {
    const { port, requests } = await serve((request, response) => {
      response.writeHead(request.method === "HEAD" ? 405 : request.headers.range === "bytes=0-0" ? 206 : 400).end();
    });
    expect(await checkLive("http://a.example/x", publicWeb(port), never)).toMatchObject({ status: "live" });
    expect(requests.map((line) => line.split(" ")[0])).toEqual(["HEAD", "GET"]);
  });

  test("five redirects are followed, and not six", async () => {
    const chain = async (length: number) => {
      const { port } = await serve((request, response) => {
        const at = Number(request.url?.slice(1));
        if (at >= length) response.end();
        else response.writeHead(302, { location: `/${at + 1}` }).end();
      });
      return await checkLive("http://a.example/0", publicWeb(port), never);
    };
    expect(await chain(5)).toMatchObject({ status: "live" });
    expect(await chain(6)).toMatchObject({ status: "dead", answered: true });
  });

  test("a server that never answers is silent, and an abort is not swallowed", async () => {
    const { port } = await serve(() => {});
    const web = { ...publicWeb(port), timeoutMs: 50 };
    expect(await checkLive("http://a.example/", web, never)).toMatchObject({ status: "silent", answered: false });
    const reason = new Error("enough");
    await expect(checkLive("http://a.example/", web, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("a name that is never looked up to its end is silent", async () => {
    const web = { ...publicWeb(1), timeoutMs: 50, lookup: () => new Promise<never>(() => {}) };
    expect(await checkLive("http://a.example/", web, never)).toMatchObject({ status: "silent" });
  });

  test("the real request goes to the address that was checked, under the name that was written", async () => {
    const { port, requests } = await serve((_, response) => response.writeHead(301, { location: "/on" }).end("a body"));
    const answer = await pinnedFetch(`http://name.invalid:${port}/x`, { method: "GET", address: "127.0.0.1" });
    expect(answer.status).toBe(301);
    expect(answer.headers.get("location")).toBe("/on");
    expect(requests).toEqual([`GET name.invalid:${port} /x`]);
    await expect(pinnedFetch(`http://127.0.0.1:${port}/`, {})).rejects.toThrow(/No address was checked/);
  });
});

describe("many addresses", () => {
  test("an address is asked once, silence again", async () => {
    const { port, requests } = await serve((_, response) => response.end());
    const urls = new LiveUrls();
    const web = publicWeb(port);
    await urls.check(["http://a.example/", "http://a.example/"], web, never);
    await urls.check(["http://a.example/"], web, never);
    expect(requests).toHaveLength(1);
    const down = { ...web, fetch: () => Promise.reject(new Error("down")) };
    expect(await urls.check(["http://b.example/"], down, never)).toMatchObject([{ status: "silent" }]);
    expect(await urls.check(["http://b.example/"], web, never)).toMatchObject([{ status: "live" }]);
  });

  test("at most four are asked at a time", async () => {
    let running = 0;
    let most = 0;
    const web = publicWeb(1);
    const fetchSlowly: HttpAccess["fetch"] = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return new Response(null, { status: 200 });
    };
    const list = Array.from({ length: 12 }, (_, index) => `http://h${index}.example/`);
    await new LiveUrls().check(list, { ...web, fetch: fetchSlowly }, never);
    expect(most).toBe(4);
  });
});
