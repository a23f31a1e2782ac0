/** Asks a provider of its own directly and through a gateway, in turn, and prints the differences as JSON. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const [, , providerUrl] = process.argv;
if (providerUrl !== undefined) {
  // The gateway is no door of the package, so it is taken from its source; in its own process, as far from agents as in life.
  const { openGateway } = await createJiti(import.meta.url).import("../src/sandbox/gateway/gateway.ts");
  const opened = await openGateway({
    listen: { port: 0 },
    providers: { anthropic: { url: providerUrl, key: "real" } },
    caps: { atOnce: Infinity, perMinute: Infinity },
  });
  process.on("message", () => process.send({ rssMb: process.memoryUsage().rss / 1024 ** 2 }));
  process.send({ url: opened.url, token: opened.token });
  await once(process, "disconnect");
  process.exit(0);
}

const requests = 400;
const streamCount = 500;
const pieces = 100;
const pieceEveryMs = 20;
const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "x".repeat(20_000) }] });
const piece = `event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"${"y".repeat(40)}"}}\n\n`;
const end = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';

/** Answers at once, or with a piece every 20 ms if the path says so. */
const provider = createServer((message, response) => {
  message.resume();
  message.on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (!message.url.includes("slow")) return response.end(piece + end);
    let sent = 0;
    const timer = setInterval(() => {
      response.write(piece);
      sent += 1;
      if (sent < pieces) return;
      clearInterval(timer);
      response.end(end);
    }, pieceEveryMs);
  });
});
await new Promise((resolve) => provider.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${provider.address().port}`;
const child = fork(fileURLToPath(import.meta.url), [url]);
const [gateway] = await once(child, "message");
const agent = new Agent({ keepAlive: true });
const direct = `${url}/v1/messages`;
const through = `${gateway.url}/anthropic/v1/messages`;

const added = await compareFirstBytes();
const streams = await compareStreams();
child.send("memory");
const [{ rssMb }] = await once(child, "message");
console.log(JSON.stringify({ added, streams: { ...streams, rssMb } }));
process.exit(0);

/** Resolves with the milliseconds until the first byte and until the end, and whether the answer was whole. */
function ask(address) {
  const began = performance.now();
  return new Promise((resolve) => {
    let firstMs = null;
    let tail = "";
    const finish = () => resolve({ firstMs, wholeMs: performance.now() - began, isWhole: tail.endsWith(end) });
    const call = request(address, { method: "POST", agent, headers: { "x-api-key": gateway.token } }, (answer) => {
      answer.setEncoding("utf8");
      answer.on("data", (text) => {
        firstMs ??= performance.now() - began;
        tail = (tail + text).slice(-end.length);
      });
      answer.on("close", finish);
    });
    call.on("error", finish);
    call.end(body);
  });
}

async function compareFirstBytes() {
  for (let round = 0; round < 50; round += 1) await Promise.all([ask(direct), ask(through)]);
  const differences = [];
  for (let round = 0; round < requests; round += 1)
    differences.push(-(await ask(direct)).firstMs + (await ask(through)).firstMs);
  const sorted = differences.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(requests * 0.5)], p95: sorted[Math.floor(requests * 0.95)] };
}

async function compareStreams() {
  const alone = await askMany(`${direct}?slow`);
  const passed = await askMany(`${through}?slow`);
  return {
    count: streamCount,
    lost: passed.filter(({ isWhole }) => !isWhole).length,
    longerPercent: (meanMs(passed) / meanMs(alone) - 1) * 100,
  };
}

function askMany(address) {
  return Promise.all(Array.from({ length: streamCount }, () => ask(address)));
}

function meanMs(answers) {
  return answers.reduce((sum, { wholeMs }) => sum + wholeMs, 0) / answers.length;
}
