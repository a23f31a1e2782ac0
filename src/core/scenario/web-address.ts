/** Where an MCP server is reached over HTTP: an address written whole, or one that is whole once its variables are known. */
import { reference } from "./expand.ts";

/** How what is expected is said. */
export const webAddressWords = "address that begins with http:// or https:// and names a host";

const schemes = ["http://", "https://"];

/** Whether it can be asked as it stands. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\\]/i.test(text) && URL.canParse(text);
}

/** The same of an address as it is written, with the benefit of the doubt where `${NAME}` may hold its beginning. */
export function mayBeWebAddress(written: string): boolean {
  const first = written.search(reference);
  const beginning = written.slice(0, Math.max(first, 0)).toLowerCase();
  if (first !== -1 && schemes.some((scheme) => scheme.startsWith(beginning))) return true;
  // A digit may stand in every part of an address, its port included.
  return isWebAddress(written.replace(reference, "1"));
}
