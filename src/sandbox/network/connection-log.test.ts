import { expect, test } from "vitest";
import { Connection } from "../../core/run/connections.ts";
import { ConnectionLog } from "./connection-log.ts";

const reached = { host: "example.com", port: 443, how: "connect", allowed: true } as const;

test("attempts at the same target are one row, with the time of the first", () => {
  let now = 12.4;
  const log = new ConnectionLog(() => now);
  log.add(reached);
  now = 100;
  log.add(reached);
  log.add({ ...reached, allowed: false, reason: "the TLS hello names another server: b.org" });
  expect(log.rows()).toEqual([
    { ...reached, count: 2, sent: 0, received: 0, first_ms: 12 },
    {
      ...reached,
      allowed: false,
      reason: "the TLS hello names another server: b.org",
      count: 1,
      sent: 0,
      received: 0,
      first_ms: 100,
    },
  ]);
});

test("texts are short and printable", () => {
  const log = new ConnectionLog(() => 0);
  log.add({ ...reached, host: `\u001b[31m${"x".repeat(1000)}`, allowed: false, reason: `ä\n${"y".repeat(1000)}` });
  const [row] = log.rows();
  expect(row?.host).toBe(`?[31m${"x".repeat(248)}`);
  expect(row?.reason).toBe(`??${"y".repeat(198)}`);
});

test("there are at most 500 rows, and refusals leave room for what was reached", () => {
  const log = new ConnectionLog(() => 0);
  for (let n = 0; n < 1000; n += 1) log.add({ ...reached, host: `no${n}.org`, allowed: false, reason: "no" });
  for (let n = 0; n < 1000; n += 1) log.add({ ...reached, host: `yes${n}.org` });
  log.add({ ...reached, host: "yes0.org" });
  const rows = log.rows();
  expect(rows).toHaveLength(500);
  expect(rows.filter(({ allowed }) => allowed)).toHaveLength(250);
  expect(rows.find(({ host }) => host === "yes0.org")?.count).toBe(2);
  expect(rows.every((row) => Connection.safeParse(row).success)).toBe(true);
});
