import { expect, test } from "vitest";
import { ObjectsUnavailable } from "../store/sql/files/objects/objects-unavailable.ts";
import { ObjectStoreMonitor } from "./object-store-monitor.ts";

function watched() {
  const asked: { resolve: (found: boolean) => void; reject: (error: unknown) => void }[] = [];
  const time = { now: 0 };
  const objects = {
    keyOf: (sha256: Uint8Array) => Buffer.from(sha256).toString("hex"),
    has: () => new Promise<boolean>((resolve, reject) => void asked.push({ resolve, reject })),
  };
  return { asked, time, watch: new ObjectStoreMonitor(objects, () => time.now) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("it is unknown until somebody looked, and looked at again only after a while", async () => {
  const { asked, time, watch } = watched();
  expect(watch.state()).toBe("unknown");
  expect(watch.state()).toBe("unknown");
  asked[0]?.resolve(false);
  await settled();
  for (time.now of [1, 10_000, 30_000]) expect(watch.state()).toBe("ok");
  expect(asked).toHaveLength(1);
  time.now = 30_001;
  expect(watch.state()).toBe("ok");
  expect(asked).toHaveLength(2);
});

test.each([
  [new ObjectsUnavailable("busy", { isTransient: true }), "away"],
  [new ObjectsUnavailable("no right"), "refuses"],
  [new TypeError("something else"), "away"],
])("%s is told as %s", async (error, state) => {
  const { asked, watch } = watched();
  watch.state();
  asked[0]?.reject(error);
  await settled();
  expect(watch.state()).toBe(state);
});

test("one that does not answer is away, whatever was known before, and is not asked a second time meanwhile", async () => {
  const { asked, time, watch } = watched();
  watch.state();
  asked[0]?.resolve(true);
  await settled();
  time.now = 40_000;
  expect(watch.state()).toBe("ok");
  time.now = 45_001;
  expect(watch.state()).toBe("away");
  time.now = 900_000;
  expect(watch.state()).toBe("away");
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(true);
  await settled();
  expect(watch.state()).toBe("ok");
});
