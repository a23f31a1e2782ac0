import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readEventTypes, followEvents } from "./live-events.ts";
import { ServerClient } from "./server-client.ts";

const text = [
  ": open",
  "",
  "id: 1",
  "event: run.started",
  'data: {"agent":"ü — event: no"}',
  "",
  ": still here",
  "",
  "event: run.finished\r",
  "data: {}",
  "",
  "",
].join("\n");

test("types are read from a stream that is cut anywhere, also within a character", async () => {
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
      const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
      const types = [];
      for await (const type of readEventTypes(pieces)) types.push(type);
      expect(types).toEqual(["run.started", "run.finished"]);
    }),
  );
});

test("a line without an end does not fill the memory", async () => {
  const long = Array.from({ length: 50 }, () => Buffer.alloc(100_000, "x"));
  const types = [];
  for await (const type of readEventTypes([...long, Buffer.from("\nevent: reset\n")])) types.push(type);
  expect(types).toEqual(["reset"]);
});

test("when it is over nobody listens any more, also after memory was tidied up", async () => {
  const server = createServer((_request, response) => void response.write(": open\n\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const base = new URL(`http://127.0.0.1:${port}/`);
  setFlagsFromString("--expose-gc");
  const tidyUp = runInNewContext("gc") as () => void;
  try {
    for (let round = 0; round < 5; round += 1) {
      const over = new AbortController();
      let isOpen = () => {};
      const opened = new Promise<void>((resolve) => (isOpen = resolve));
      const client = new ServerClient({ base, token: "t" });
      const listening = followEvents(client, { workspace: "w", onEnded: isOpen, over: over.signal });
      await opened;
      await new Promise((resolve) => setTimeout(resolve, 20));
      tidyUp();
      over.abort();
      await listening;
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
