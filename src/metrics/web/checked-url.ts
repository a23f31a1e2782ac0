/** Which addresses of the web may be asked for at all, before any name is looked up. */

/** The address, or why it is refused. */
export type CheckedUrl = { readonly url: URL } | { readonly refused: string };

/** Only http and https, and nothing that carries credentials; relative ones are taken from where they stand. */
export function checkUrl(written: string, base?: URL): CheckedUrl {
  const url = parse(written, base);
  if (url === null) return { refused: "is no address" };
  if (url.protocol !== "http:" && url.protocol !== "https:") return { refused: `has the scheme ${url.protocol}` };
  if (url.username !== "" || url.password !== "") return { refused: "carries credentials" };
  return { url };
}

function parse(written: string, base: URL | undefined): URL | null {
  try {
    return new URL(written, base);
  } catch {
    // Nothing is lost: the caller says what was refused and where it stood.
    return null;
  }
}
