/** Builds the page's template: script and style inline, allowed by their hashes and nothing else. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

/** Writes `dist/web/report.html`. */
export async function buildWeb(root) {
  const web = join(root, "web");
  const script = await bundle(web, join(root, "node_modules"));
  const style = readdirSync(join(web, "style"))
    .filter((name) => name.endsWith(".css"))
    .sort()
    .map((name) => readFileSync(join(web, "style", name), "utf8"))
    .join("");
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
    (_, name) => parts[name],
  );
  mkdirSync(join(root, "dist", "web"), { recursive: true });
  writeFileSync(join(root, "dist", "web", "report.html"), page);
}

async function bundle(web, packages) {
  const [result] = await build({
    root: web,
    configFile: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: {
      alias: {
        "react/jsx-runtime": join(packages, "preact/jsx-runtime"),
        "react-dom": join(packages, "preact/compat"),
        react: join(packages, "preact/compat"),
      },
    },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      write: false,
      target: "es2022",
      // A directive for servers, in a package that never sees one here.
      rolldownOptions: { onwarn: (warning, warn) => void (warning.code !== "MODULE_LEVEL_DIRECTIVE" && warn(warning)) },
      lib: { entry: join(web, "src/main.tsx"), formats: ["iife"], name: "axis", fileName: () => "report.js" },
    },
  });
  const script = result.output[0].code;
  // What ends a script element, or hides its end, must not stand in it.
  if (/<\/script|<!--/i.test(script)) throw new Error("the page's script cannot stand in an HTML file");
  return script;
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
