/** The docs site: renders docs/, the READMEs of the examples and site/index.md from where they are. Built by `npm run docs`. */
import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { listSections, titleOf } from "../pages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const base = process.env.AXIS_SITE_BASE ?? "/";

export default defineConfig({
  title: "AXIS",
  description: "Lighthouse for agents: run AI agents on tasks and score what they did.",
  lang: "en",
  base,
  srcDir: "..",
  outDir: "dist",
  cacheDir: ".vitepress/cache",
  cleanUrls: false,
  // Everything in the repository that is not a page of the site.
  srcExclude: [
    "{node_modules,dist,axis-demo,bench,skills,src,test,web,scripts,screenshots,docker,coverage}/**",
    "**/{node_modules,fixtures,.axis}/**",
    "site/!(index).md",
    "{README,SECURITY}.md",
  ],
  rewrites: {
    "site/index.md": "index.md",
    ":folder(docs|docs/decisions|examples/[\\w-]+)/README.md": ":folder/index.md",
  },
  vite: {
    publicDir: join(root, "site/.public"),
    build: { chunkSizeWarningLimit: 2000 },
  },
  markdown: {
    config: (markdown) => markdown.core.ruler.push("axis-links", linkFiles),
    anchor: { slugify },
    languageAlias: { ndjson: "jsonl" },
  },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Getting started", link: "/docs/getting-started" },
      { text: "Docs", link: "/docs/" },
      { text: "Changelog", link: "/CHANGELOG" },
    ],
    sidebar: listSections(root).map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: titleOf(root, page), link: `/${addressOf(page)}` })),
    })),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
});

/** The address of a page without its extension. */
function addressOf(page) {
  return page.replace(/(?:README)?\.md$/, "");
}

/** The anchors of GitHub, so that a link works in both places. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** A relative link to a file that is no page leads to a copy of it, which site/build.mjs makes. */
function linkFiles({ tokens, env }) {
  for (const token of tokens.flatMap((block) => block.children ?? [])) {
    if (token.type === "image") showPicture(token);
    if (token.type !== "link_open") continue;
    const href = token.attrGet("href") ?? "";
    // The README of a folder is its index here.
    if (!/^[a-z]+:/.test(href)) token.attrSet("href", href.replace(/\bREADME\.md\b/, "index.md"));
    const [path] = href.split("#");
    if (path === "" || /^[a-z]+:|^\/|\.md$/.test(path)) continue;
    const file = posix.join(dirname(env.path).slice(root.length + 1), path);
    if (!existsSync(join(root, file))) throw new Error(`${env.path} links to ${path}, which does not exist`);
    token.attrSet("href", `${base}files/${file}`);
    token.attrSet("target", "_blank");
  }
}

/** A picture of docs/images is shown fresh, in light and in dark. */
function showPicture(token) {
  const [, name] = /images\/([\w-]+)\.webp$/.exec(token.attrGet("src") ?? "") ?? [];
  if (name === undefined) return;
  const alt = token.content.replaceAll('"', "&quot;");
  const image = (look) =>
    `<img class="on-${look}" src="/pictures/${name}-${look}-1440.webp" alt="${alt}" loading="lazy">`;
  Object.assign(token, { type: "html_inline", content: `${image("light")}${image("dark")}`, children: null });
}
