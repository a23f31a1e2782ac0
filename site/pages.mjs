/** The pages of the site, in the order of docs/README.md, which is the one list of them. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

const decisionList = "docs/decisions/README.md";

/** The sections of docs/README.md with the pages that each links to, as paths from the root. A page is in one section. */
export function listSections(root) {
  const seen = new Set();
  const [, ...sections] = readPage(root, "docs/README.md").split(/^## /m);
  return sections.map((section) => {
    const [title = ""] = section.split("\n");
    const links = listLinks(section, "docs");
    // The decisions have a list of their own.
    const decisions = links.includes(decisionList) ? listLinks(readPage(root, decisionList), "docs/decisions") : [];
    const pages = [...links, ...decisions].filter((path) => !seen.has(path) && seen.add(path));
    return { title, pages };
  });
}

function listLinks(text, folder) {
  return [...text.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, path]) => posix.join(folder, path));
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
