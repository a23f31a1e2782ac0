/** A yardstick for the machine: parses every line of a file and writes it again, durably. Arguments: from, to. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, fdatasyncSync, openSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

const [from, to] = process.argv.slice(2);
const began = performance.now();
const entries = [];
for await (const line of createInterface({ input: createReadStream(from) })) entries.push(JSON.parse(line));
const file = openSync(to, "w");
const hash = createHash("sha256");
for (let first = 0; first < entries.length; first += 100) {
  const bytes = Buffer.from(
    entries
      .slice(first, first + 100)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(""),
  );
  hash.update(bytes);
  writeSync(file, bytes);
}
hash.digest();
fdatasyncSync(file);
closeSync(file);
console.log(JSON.stringify({ ms: performance.now() - began }));
