/** Builds the pages: the template of a report, which is one file, and the files of the dashboard. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Features, transform } from "lightningcss";
import { build } from "vite";

/** The pages that are one file each. Separate, so that a report does not contain the code of the others. */
export const templates = [
  "report",
  "full-report",
  "comparison",
  "evaluation",
  "view-home",
  "view-report",
  "view-comparison",
];

/** Writes a template per page to `dist/web/`, and the files of `dist/web/dashboard/`. */
export async function buildWeb(root) {
  for (const name of templates) await buildTemplate(root, name);
  await buildDashboard(root);
}

/** One file: script and style inline, allowed by their hashes and nothing else. */
async function buildTemplate(root, name) {
  const web = join(root, "web");
  const { script, style } = await bundle(root, { entry: `src/${name}-main.tsx`, name });
  // What ends a script element, or hides its end, must not stand in it.
  if (/<\/script|<!--/i.test(script)) throw new Error("the page's script cannot stand in an HTML file");
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const parts = { policy, style: `<style>${style}</style>`, script: `<script>${script}</script>` };
  const page = readFileSync(join(web, "template.html"), "utf8").replace(
    /<!--axis:(policy|style|script)-->/g,
    (_, part) => parts[part],
  );
  mkdirSync(join(root, "dist", "web"), { recursive: true });
  writeFileSync(join(root, "dist", "web", `${name}.html`), page);
}

/** Files of their own, as the server's policy wants them: no script or style in the page. */
async function buildDashboard(root) {
  const web = join(root, "web");
  const folder = join(root, "dist", "web", "dashboard");
  const { script, style } = await bundle(root, { entry: "src/dashboard/main.tsx", name: "dashboard" });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "dashboard.js"), script);
  writeFileSync(join(folder, "dashboard.css"), style);
  copyFileSync(join(web, "dashboard.html"), join(folder, "index.html"));
}

/** How vite reads the pages, also for `npm run dev`. */
export function webOptions(root) {
  const packages = join(root, "node_modules");
  return {
    root: join(root, "web"),
    configFile: false,
    logLevel: "warn",
    resolve: {
      alias: {
        "react/jsx-runtime": join(packages, "preact/jsx-runtime"),
        "react-dom": join(packages, "preact/compat"),
        react: join(packages, "preact/compat"),
      },
    },
    // Smaller than the automatic runtime, because `h` takes children as arguments. The names cannot clash with ours.
    oxc: {
      jsx: { runtime: "classic", pragma: "jsxElement", pragmaFrag: "JsxFragment" },
      jsxInject: 'import { h as jsxElement, Fragment as JsxFragment } from "preact"',
    },
  };
}

/** The script of a page and its style sheets, each in one piece. */
async function bundle(root, { entry, name }) {
  const [result] = await build({
    ...webOptions(root),
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      // A directive for servers, in a package that never sees one here.
      rolldownOptions: { onwarn: (warning, warn) => void (warning.code !== "MODULE_LEVEL_DIRECTIVE" && warn(warning)) },
      lib: {
        entry: join(root, "web", entry),
        formats: ["iife"],
        name: "axis",
        fileName: () => `${name}.js`,
        cssFileName: name,
      },
    },
  });
  const script = result.output[0].code;
  const style = String(result.output.find(({ fileName }) => fileName === `${name}.css`)?.source ?? "");
  return { script, style: removeUnused(style, script) };
}

/** Pages share style sheets, and no page needs all of their rules. */
function removeUnused(style, script) {
  const rules = minify(style, listUnusedClasses(style, script));
  return minify(rules, listUnusedVariables(rules, script));
}

/** The browsers of es2022, which vite has written the style for: it must not become newer here. */
const targets = { chrome: 94 << 16, firefox: 93 << 16, safari: 16 << 16 };

function minify(style, unusedSymbols) {
  const code = Buffer.from(style);
  const options = { filename: "page.css", minify: true, targets, exclude: Features.LightDark };
  return transform({ ...options, code, unusedSymbols }).code.toString();
}

function listUnusedClasses(style, script) {
  const words = new Set(script.match(/[\w-]+/g));
  const classes = new Set(Array.from(style.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name));
  // A class such as `tier-gold` may be made of `tier-` and a word from the data.
  const isUsed = (name) =>
    words.has(name) || Array.from(name.matchAll(/-/g)).some(({ index }) => words.has(name.slice(0, index + 1)));
  return [...classes].filter((name) => !isUsed(name));
}

function listUnusedVariables(style, script) {
  const variables = new Set(Array.from(style.matchAll(/(--[\w-]+):/g), ([, name]) => name));
  const used = new Set(Array.from(style.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  return [...variables].filter((name) => !used.has(name) && !script.includes(name));
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
