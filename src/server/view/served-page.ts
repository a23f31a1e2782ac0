/** The page's template as it is served: its policy goes into a header, and its data comes from here. */
import type { ApiContext } from "../world.ts";
import type { OpenPages } from "./change-events.ts";

export interface ServedPage {
  readonly pieces: readonly string[];
  readonly policy: string;
}

/** What routes with a live page share. */
export interface LivePages {
  readonly open: OpenPages;
  readonly page: ServedPage;
}

/** Piece by piece, so that a large page need not become one text. */
export function sendPage(c: ApiContext, { pieces, policy }: ServedPage, status: 200 | 404 = 200): Response {
  c.header("Content-Type", "text/html; charset=utf-8");
  c.header("Content-Security-Policy", policy);
  return c.body(new Blob([...pieces]).stream(), status);
}

/** The page that asks this server for its data. */
export function livePage(template: string): ServedPage {
  const { text, policy } = withoutPolicy(template);
  // A sign for the script; an address could come from data, so there is none in it.
  const pieces = filled(text, { index: `<script type="text/plain" id="served"></script>\n`, blocks: [] });
  return { pieces, policy: `${policy}; connect-src 'self'; frame-ancestors 'none'` };
}

/** The page with blocks that were embedded in a file before: the data of that file with the script of this AXIS. */
export function storedPage(template: string, content: PageContent): ServedPage {
  const { text, policy } = withoutPolicy(template);
  // A sign for the script that there is a list to go back to.
  const index = `<script type="text/plain" id="listed"></script>\n${content.index}`;
  return { pieces: filled(text, { ...content, index }), policy: `${policy}; frame-ancestors 'none'` };
}

/** Whole elements, as `packBlock` makes them. */
export interface PageContent {
  readonly index: string;
  readonly blocks: readonly string[];
}

const policyTag = /<meta http-equiv="Content-Security-Policy" content="([^"]+)" \/>\s*/;

function withoutPolicy(template: string): { text: string; policy: string } {
  const [tag, policy] = policyTag.exec(template) ?? [];
  if (tag === undefined || policy === undefined) throw new Error("the template of the page has no policy");
  return { text: template.replace(tag, ""), policy };
}

function filled(template: string, { index, blocks }: PageContent): string[] {
  const [head, rest] = cut(template, "<!--axis:index-->");
  const [middle, foot] = cut(rest, "<!--axis:blocks-->");
  return [head, index, middle, ...blocks, foot];
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`the template has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
