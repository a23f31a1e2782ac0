/** The dashboard: files of the package, read once at startup, so that no request ever becomes a file path. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";
import type { Api, AppEnv, RouteDeps } from "../route-deps.ts";
import type { Handler } from "hono";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

export function addDashboard(app: Api, { dashboard }: RouteDeps): void {
  if (dashboard === undefined) return;
  for (const file of listFilesBelow(dashboard)) {
    const handler = createFileHandler(join(dashboard, file), file);
    const path = `/${file.split(sep).join("/")}`;
    app.get(path, handler);
    if (path === "/index.html") app.get("/", handler);
  }
}

function listFilesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extname(entry.name) in mediaTypes)
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length)
        .replace(/^[/\\]/, ""),
    );
}

function createFileHandler(path: string, name: string): Handler<AppEnv> {
  const content = new Uint8Array(readFileSync(path));
  let compressed: Uint8Array<ArrayBuffer> | undefined;
  return (c) => {
    c.set("route", "dashboard");
    c.header("Content-Type", mediaTypes[extname(name)] ?? "application/octet-stream");
    c.header("Vary", "Accept-Encoding", { append: true });
    if (!/\bgzip\b/i.test(c.req.header("accept-encoding") ?? "")) return c.body(content, 200);
    c.header("Content-Encoding", "gzip");
    compressed ??= new Uint8Array(gzipSync(content));
    return c.body(compressed, 200);
  };
}
