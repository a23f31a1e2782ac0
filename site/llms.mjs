/** llms.txt and llms-full.txt: the pages as plain text, for models that read the site. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listSections, readPage, titleOf } from "./pages.mjs";

const summary =
  "AXIS runs AI agents on tasks in isolated workspaces, records everything they do, and gives each run a number from 0 to 100, the AXIS Result, with the reason behind every point. It works offline: the built-in judge needs no model, no account and no key.";

/** llms.txt links to the Markdown of every page, which stands beside its HTML; llms-full.txt has all of it in one file. */
export function writeTexts(root, folder) {
  const sections = listSections(root);
  const pages = sections.flatMap((section) => section.pages);
  for (const page of pages) {
    mkdirSync(dirname(join(folder, page)), { recursive: true });
    copyFileSync(join(root, page), join(folder, page));
  }
  const lists = sections.map(
    ({ title, pages: listed }) =>
      `## ${title}\n\n${listed.map((page) => `- [${titleOf(root, page)}](${page})`).join("\n")}`,
  );
  writeFileSync(join(folder, "llms.txt"), `# AXIS\n\n> ${summary}\n\n${lists.join("\n\n")}\n`);
  const texts = pages.map((page) => `<!-- ${page} -->\n\n${readPage(root, page).trim()}`);
  writeFileSync(join(folder, "llms-full.txt"), `# AXIS\n\n> ${summary}\n\n${texts.join("\n\n---\n\n")}\n`);
}
