/**
 * Everything that watches, in one terminal: npm run dev [-- <project>]
 *
 *   tests   the unit tests, again after every change
 *   build   dist/, again after every change in src/
 *   serve   axis serve of a project (examples/hello), started again after every build
 *   web     the dashboard from web/src, with a proxy to axis serve
 *
 * Ctrl-C ends all of them. AXIS_DEV_WEB_PORT and AXIS_DEV_API_PORT set the ports.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { watch } from "rolldown";
import { createServer } from "vite";
import { webOptions } from "./build-web.mjs";
import { bundleOptions } from "./bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const project = resolve(process.argv[2] ?? join(root, "examples", "hello"));
const webPort = Number(process.env.AXIS_DEV_WEB_PORT ?? 5173);
const apiPort = Number(process.env.AXIS_DEV_API_PORT ?? 4848);
const apiAddress = `http://127.0.0.1:${apiPort}`;

/** The programs that run now, by name. */
const children = new Map();
/** Those that were told to end. */
const stopped = new WeakSet();
let isEnding = false;

function log(name, line) {
  console.log(`${name.padEnd(6)} ${line}`);
}

/** Starts a program of Node; each line it prints gets its name in front. */
function start(name, args, { cwd = root, onLine } = {}) {
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: "1" } : process.env;
  // In a group of its own, so that whatever it starts ends with it.
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  children.set(name, child);
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => {
      log(name, line);
      onLine?.(line);
    });
  child.on("exit", (code, signal) => {
    children.delete(name);
    if (!stopped.has(child)) log(name, `ended with ${signal ?? `exit code ${code}`}`);
  });
}

/** Ends a program and whatever it started, and waits for it. */
async function stop(name) {
  const child = children.get(name);
  if (child === undefined) return;
  stopped.add(child);
  const ended = new Promise((resolveExit) => void child.once("exit", resolveExit));
  signalGroup(child, "SIGTERM");
  const kill = setTimeout(() => signalGroup(child, "SIGKILL"), 5000);
  await ended;
  clearTimeout(kill);
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

function startTests() {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  start("tests", [vitest, "--project", "unit", "--watch", "--clearScreen", "false"]);
}

function startServe() {
  start("serve", [join(root, "dist", "cli.js"), "serve", "--port", String(apiPort), "--drain", "0"], {
    cwd: project,
    // The dashboard that vite serves needs the token that the server just made.
    onLine(line) {
      const [, token] = /#token=(\S+)/.exec(line) ?? [];
      if (token !== undefined) log("web", `http://127.0.0.1:${webPort}/#token=${token}`);
    },
  });
}

function watchBuild() {
  // What is watched leaves source maps and old chunks behind, so the next npm script has to build again.
  rmSync(join(root, "dist", ".built"), { force: true });
  const watcher = watch({ ...bundleOptions(root, { sourcemap: true }), watch: { clearScreen: false } });
  let restarted = Promise.resolve();
  watcher.on("event", (event) => {
    if (event.code === "ERROR") log("build", event.error.message);
    if (event.code === "BUNDLE_END") {
      log("build", `dist/ is up to date, after ${event.duration} ms`);
      // One restart after the other, however fast builds follow each other.
      restarted = restarted.then(() => stop("serve")).then(() => isEnding || startServe());
    }
    if (event.code === "BUNDLE_END" || event.code === "ERROR") void event.result?.close();
  });
  return watcher;
}

async function startWeb() {
  const server = await createServer({
    ...webOptions(root),
    appType: "mpa",
    plugins: [{ name: "axis-dashboard", configureServer, transformIndexHtml: { order: "pre", handler: useSources } }],
    server: {
      host: "127.0.0.1",
      port: webPort,
      strictPort: true,
      fs: { allow: [root] },
      // The server refuses writes from other origins, so the origin becomes its own.
      proxy: {
        "^/(?:v1/|healthz|metrics|openapi)": {
          target: apiAddress,
          changeOrigin: true,
          headers: { origin: apiAddress },
        },
      },
    },
  });
  return await server.listen();
}

/** The page is dashboard.html; its address is /, as on the server. */
function configureServer({ middlewares }) {
  middlewares.use((request, _, next) => {
    if (/^\/(?:\?|$)/.test(request.url)) request.url = `/dashboard.html${request.url.slice(1)}`;
    next();
  });
}

/** The page loads the sources instead of the built files. */
function useSources(html) {
  return html
    .replace('<link rel="stylesheet" href="dashboard.css" />', "")
    .replace('<script src="dashboard.js" defer>', '<script type="module" src="/src/dashboard/main.tsx">');
}

async function end() {
  // A second Ctrl-C does not wait.
  if (isEnding) {
    for (const child of children.values()) signalGroup(child, "SIGKILL");
    process.exit(130);
  }
  isEnding = true;
  console.log("\nEnding. Press Ctrl-C again to kill everything.");
  await Promise.all([watcher.close(), web.close(), ...[...children.keys()].map(stop)]);
  process.exit(0);
}

const web = await startWeb();
console.log(`tests  unit tests, after every change
build  src/ to dist/, after every change
serve  ${apiAddress}, axis serve in ${relative(process.cwd(), project) || "."}, after every build
web    http://127.0.0.1:${webPort}, the dashboard from web/src
Press Ctrl-C to end all of them.
`);
startTests();
const watcher = watchBuild();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end());
