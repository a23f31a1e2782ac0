/** Decides which URLs may be requested at all, before any host name is resolved. */

/** The URL, or why it is rejected. */
export type CheckedUrl = { readonly url: URL } | { readonly refused: string };

/** Accepts only http and https, without credentials; relative URLs are resolved against the base. */
export function checkUrl(written: string, base?: URL): CheckedUrl {
  const url = parseUrl(written, base);
  if (url === null) return { refused: "is not a valid URL" };
  if (url.protocol !== "http:" && url.protocol !== "https:") return { refused: `uses ${url.protocol} instead of http or https` };
  if (url.username !== "" || url.password !== "") return { refused: "contains credentials" };
  return { url };
}

function parseUrl(written: string, base: URL | undefined): URL | null {
  try {
    return new URL(written, base);
  } catch {
    // The caller reports what was rejected and where.
    return null;
  }
}
