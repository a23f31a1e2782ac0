/** The pages of the site, in the order of docs/README.md, which is the one list of them. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The sections of docs/README.md with the pages that each links to, as paths from the root. A page is in one section. */
export function listSections(root) {
  const seen = new Set();
  const [, ...sections] = readPage(root, "docs/README.md").split(/^## /m);
  return sections.map((section) => {
    const [title = ""] = section.split("\n");
    const links = [...section.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, path]) => posix.join("docs", path));
    const pages = links.filter((path) => !seen.has(path) && seen.add(path));
    return { title, pages };
  });
}

/** What the first heading of a page says. */
export function titleOf(root, page) {
  const [, title] = /^# (.+)$/m.exec(readPage(root, page)) ?? [];
  if (title === undefined) throw new Error(`${page} has no title`);
  return title.replaceAll("`", "");
}

export function readPage(root, page) {
  return readFileSync(join(root, page), "utf8");
}
