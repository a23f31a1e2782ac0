/** Checks that make a find less sure: numbers of the right shape that cannot be what they look like. */
import type { PiiType } from "./pii-type.ts";

/** What is left of the confidence when a check fails. */
const doubts: Partial<Record<PiiType, { readonly holds: (value: string) => boolean; readonly factor: number }>> = {
  credit_card: { holds: isCardNumber, factor: 0.3 },
  ssn: { holds: (value) => new Set(digitsOf(value)).size > 1, factor: 0.2 },
  ip_address: { holds: (value) => value.split(".").every((octet) => Number(octet) <= 255), factor: 0.1 },
};

/** 1 where the value passes its kind's check, or there is none. */
export function doubtFactor(type: PiiType, value: string): number {
  const doubt = doubts[type];
  return doubt === undefined || doubt.holds(value) ? 1 : doubt.factor;
}

/** Luhn's check digit, on 13 to 19 digits. */
function isCardNumber(value: string): boolean {
  const digits = digitsOf(value);
  if (digits.length < 13 || digits.length > 19) return false;
  const total = digits.toReversed().reduce((running, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2;
    return running + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return total % 10 === 0;
}

function digitsOf(value: string): number[] {
  return (value.match(/\d/g) ?? []).map(Number);
}
