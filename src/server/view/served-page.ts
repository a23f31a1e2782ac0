/** The page's template as the server sends it: its policy becomes a header, and its data comes from the server. */
import type { ApiContext } from "../route-deps.ts";
import type { OpenPages } from "./change-events.ts";

export interface ServedPage {
  readonly pieces: readonly string[];
  readonly policy: string;
}

/** Shared by all routes with a live page. */
export interface LivePages {
  readonly open: OpenPages;
  readonly page: ServedPage;
}

/** Sends the page in pieces, so that a large one is never joined into a single string. */
export function sendPage(c: ApiContext, { pieces, policy }: ServedPage, status: 200 | 404 = 200): Response {
  c.header("Content-Type", "text/html; charset=utf-8");
  c.header("Content-Security-Policy", policy);
  return c.body(new Blob([...pieces]).stream(), status);
}

/** A marker with the token for labels: pages of other origins cannot read it. */
function tokenMark(token: string | null): string {
  return token === null ? "" : `<script type="text/plain" id="label-token">${token}</script>\n`;
}

/** The page that requests its data from this server. Without a token it cannot give labels. */
export function createLivePage(template: string, token: string | null = null): ServedPage {
  const { text, policy } = extractPolicy(template);
  // A marker for the script. It contains no address, because an address could come from data.
  const index = `<script type="text/plain" id="served"></script>\n${tokenMark(token)}`;
  const pieces = fillPagePieces(text, { index, blocks: [] });
  return { pieces, policy: `${policy}; connect-src 'self'; frame-ancestors 'none'` };
}

/** A page that was embedded in a file before: that file's data with the script of this AXIS version. */
export function createStoredPage(template: string, content: PageContent): ServedPage {
  const { text, policy } = extractPolicy(template);
  // A marker that tells the script that there is a list to go back to.
  const index = `<script type="text/plain" id="listed"></script>\n${content.index}`;
  return { pieces: fillPagePieces(text, { ...content, index }), policy: `${policy}; frame-ancestors 'none'` };
}

/** Complete elements, as `packBlock` makes them. */
export interface PageContent {
  readonly index: string;
  readonly blocks: readonly string[];
}

const policyTag = /<meta http-equiv="Content-Security-Policy" content="([^"]+)" \/>\s*/;

function extractPolicy(template: string): { text: string; policy: string } {
  const [tag, policy] = policyTag.exec(template) ?? [];
  if (tag === undefined || policy === undefined) throw new Error("the page template has no Content-Security-Policy");
  return { text: template.replace(tag, ""), policy };
}

function fillPagePieces(template: string, { index, blocks }: PageContent): string[] {
  const [head, rest] = splitAtMark(template, "<!--axis:index-->");
  const [middle, foot] = splitAtMark(rest, "<!--axis:blocks-->");
  return [head, index, middle, ...blocks, foot];
}

function splitAtMark(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`the page template has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
