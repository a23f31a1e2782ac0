/** The HTTP address of an MCP server: complete as written, or complete once its variables are known. */
import { referencePattern } from "./expand.ts";

/** Describes the expected address in messages. */
export const webAddressDescription = "address that begins with http:// or https:// and names a host";

const schemes = ["http://", "https://"];

/** Whether requests can be sent to the address as it is. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\\]/i.test(text) && URL.canParse(text);
}

/** The same for an address as written; it passes if `${NAME}` may hold its beginning. */
export function mayBeWebAddress(written: string): boolean {
  const first = written.search(referencePattern);
  const beginning = written.slice(0, Math.max(first, 0)).toLowerCase();
  if (first !== -1 && schemes.some((scheme) => scheme.startsWith(beginning))) return true;
  // A digit is valid in every part of an address, including its port.
  return isWebAddress(written.replace(referencePattern, "1"));
}
