/** The files of the dashboard, as the server gives them out. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let folder: string;
let world: ServerWorld;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "axis-dashboard-"));
  mkdirSync(join(folder, "parts"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "parts", "dashboard.js"), "run();");
  writeFileSync(join(folder, "notes.txt"), "not for browsers");
  world = await openServerWorld({ dashboard: folder });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string, headers: Record<string, string> = {}) =>
  await world.server.app.request(path, { headers });

test("the page stands at the root and by its name, under a policy that lets it reach this server alone", async () => {
  for (const path of ["/", "/index.html"]) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "text/html; charset=utf-8",
      "<!doctype html>",
    ]);
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("whoever takes gzip gets gzip", async () => {
  const answer = await get("/parts/dashboard.js", { "Accept-Encoding": "br, gzip" });
  expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
  expect(gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString()).toBe("run();");
});

test("what is not a file of the dashboard is not there, however it is asked for", async () => {
  const found = [];
  for (const path of ["/notes.txt", "/parts", "/parts/../../etc/passwd", "/..%2findex.html", "/index.html%00"])
    found.push((await get(path)).status);
  expect(found).toEqual([404, 404, 404, 404, 404]);
});
