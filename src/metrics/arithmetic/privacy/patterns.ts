/** Patterns of personal data. Each does a bounded amount of work per position, so that no text makes them slow. */
import { whiteSpace } from "../text/white-space.ts";
import type { PiiType } from "./pii-type.ts";

const streetWords =
  "street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|way|circle|cir|parkway|pkwy|terrace|ter|highway|hwy";

const card = String.raw`4\d{12}(?:\d{3})?|5[1-5]\d{14}|3[47]\d{13}|3\d{13}|6(?:011|5\d\d)\d{12}`;

/** The same patterns, with a single space or dash allowed between any two digits. */
const separatedCard = String.raw`4(?:[ -]?\d){12}(?:(?:[ -]?\d){3})?|5[ -]?[1-5](?:[ -]?\d){14}|3[ -]?[47](?:[ -]?\d){13}|3(?:[ -]?\d){13}|6[ -]?(?:0[ -]?1[ -]?1|5[ -]?\d[ -]?\d)(?:[ -]?\d){12}`;

/** Patterns by type; e-mail addresses have their own finder. */
export const piiPatterns: Readonly<Record<Exclude<PiiType, "email">, RegExp>> = {
  phone_us: toBoundedPattern(String.raw`(?:1[-. ]?)?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}`),
  ssn: toBoundedPattern(String.raw`(?!000|666|9\d\d)\d{3}[- ]?(?!00)\d{2}[- ]?(?!0000)\d{4}`),
  credit_card: toBoundedPattern(card),
  ip_address: toBoundedPattern(String.raw`\d{1,3}(?:\.\d{1,3}){3}`),
  street_address: toBoundedPattern(
    String.raw`\d{1,6}[${whiteSpace}]+(?:[\p{L}\p{N}.'-]+[${whiteSpace}]+){1,4}(?:${streetWords})`,
  ),
  zip_code: toBoundedPattern(String.raw`\d{5}(?:-\d{4})?`),
  date_of_birth: toBoundedPattern(String.raw`(?:0?[1-9]|1[0-2])[/-](?:0?[1-9]|[12]\d|3[01])[/-](?:19|20)\d{2}`),
  passport: toBoundedPattern(String.raw`[a-z]{1,2}\d{6,9}`),
  drivers_license: toBoundedPattern(String.raw`[a-z]\d{7,8}`),
  person_name: toBoundedPattern(String.raw`[A-Z][a-z]+[${whiteSpace}]+[A-Z][a-z]+`, "gu"),
};

export const separatedCardPattern = toBoundedPattern(separatedCard);

/** Requires that no letter, digit or underscore is adjacent to the match. */
function toBoundedPattern(source: string, flags = "giu"): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${source})(?![\p{L}\p{N}_])`, flags);
}
