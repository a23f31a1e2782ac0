/**
 * Checks the cart with orders that are in no test. The code under test runs in a process of its own and is asked from
 * outside, so that nothing it does (ending early, patching a library, printing PASS) can reach this verdict.
 * AXIS hands a random word to stdin and wants to see it in the last line: whoever does not get there does not know it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const nonce = readFileSync(0, "utf8").trim();

/** What the cart answers, as text: asked as any other program would ask. */
function ask(name, lines) {
  const question = `import { ${name} } from "./cart.mjs"; console.log(JSON.stringify(${name}(${JSON.stringify(lines)})));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", question], { encoding: "utf8" });
  return stdout.trim();
}

assert.equal(ask("subtotal", []), "0");
assert.equal(
  ask("subtotal", [
    { price: 199, quantity: 3 },
    { price: 50, quantity: 2 },
  ]),
  "697",
);
assert.equal(ask("shipping", [{ price: 4999, quantity: 1 }]), "490");
assert.equal(ask("shipping", [{ price: 1, quantity: 5000 }]), "0");
assert.equal(ask("total", [{ price: 700, quantity: 7 }]), "5390");

process.stdout.write(`PASS ${nonce}\n`);
