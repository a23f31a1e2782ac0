/** Lowers the confidence of a detection whose value has the right pattern but cannot be valid. */
import type { PiiType } from "./pii-type.ts";

/** The factor applied to the confidence if a check fails. */
const plausibilityChecks: Partial<Record<PiiType, { readonly holds: (value: string) => boolean; readonly factor: number }>> = {
  credit_card: { holds: isCardNumber, factor: 0.3 },
  ssn: { holds: (value) => new Set(listDigits(value)).size > 1, factor: 0.2 },
  ip_address: { holds: (value) => value.split(".").every((octet) => Number(octet) <= 255), factor: 0.1 },
};

/** Returns 1 if the value passes the check of its type, or the type has no check. */
export function plausibilityFactor(type: PiiType, value: string): number {
  const doubt = plausibilityChecks[type];
  return doubt === undefined || doubt.holds(value) ? 1 : doubt.factor;
}

/** Checks the Luhn digit of a number with 13 to 19 digits. */
function isCardNumber(value: string): boolean {
  const digits = listDigits(value);
  if (digits.length < 13 || digits.length > 19) return false;
  const total = digits.toReversed().reduce((running, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2;
    return running + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return total % 10 === 0;
}

function listDigits(value: string): number[] {
  return (value.match(/\d/g) ?? []).map(Number);
}
