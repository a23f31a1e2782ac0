/**
 * Checks the cart with orders that are in no test, and proves that it got to the end:
 * AXIS hands a random word to stdin and wants to see it in the last line. Code under test that ends
 * the process early, or prints PASS itself, does not know the word.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const nonce = readFileSync(0, "utf8").trim();
const { shipping, subtotal, total } = await import(pathToFileURL("cart.mjs"));

assert.equal(subtotal([]), 0);
assert.equal(
  subtotal([
    { price: 199, quantity: 3 },
    { price: 50, quantity: 2 },
  ]),
  697,
);
assert.equal(shipping([{ price: 4999, quantity: 1 }]), 490);
assert.equal(shipping([{ price: 1, quantity: 5000 }]), 0);
assert.equal(total([{ price: 700, quantity: 7 }]), 5390);

process.stdout.write(`PASS ${nonce}\n`);
