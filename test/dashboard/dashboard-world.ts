/** The dashboard in a real browser, on a real server over a real Postgres. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { createApp } from "../../src/server/app.ts";
import type { ServerDeps } from "../../src/server/deps.ts";
import { listen, type Listening } from "../../src/server/listen.ts";
import { connectToChromium, patienceMs } from "../browser/chromium.ts";
import { lastingPort } from "../fixtures/port.ts";
import { openServerWorld, roomy, type ServerWorld } from "../server/server-world.ts";

const dashboard = join(dirname(fileURLToPath(import.meta.url)), "../../dist/web/dashboard");

export interface DashboardWorld extends AsyncDisposable {
  readonly world: ServerWorld;
  /** With a slash at its end. */
  readonly address: string;
  stop(): Promise<void>;
  /** On the same port, with the same store. */
  start(): Promise<void>;
}

/** Serves the built dashboard; `parts` replace what the server is given. */
export async function openDashboard(parts: Partial<ServerDeps> = {}): Promise<DashboardWorld> {
  const world = await openServerWorld({ dashboard, limits: roomy, ...parts });
  const port = await lastingPort();
  let listening: Listening | undefined = await listen(world.server, { host: "127.0.0.1", port });
  const stop = async () => {
    await listening?.[Symbol.asyncDispose]();
    listening = undefined;
  };
  return {
    world,
    address: `http://127.0.0.1:${port}/`,
    stop,
    async start() {
      listening = await listen(createApp(world.server.deps), { host: "127.0.0.1", port });
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await world[Symbol.asyncDispose]();
    },
  };
}

export interface OpenPage {
  readonly page: Page;
  /** Dialogs, errors, policy violations, requests to anywhere else: empty if all is well. */
  readonly wrongs: string[];
  /** What the server would not answer, with the status it gave. */
  readonly refused: string[];
}

/** Call it once at the top of a file; the connection to the browser is closed after its tests, a page after the test that opened it. */
export function useDashboardBrowser(): (address: string, options?: BrowserContextOptions) => Promise<OpenPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await connectToChromium(inject("chromiumEndpoint"));
  });
  afterAll(async () => browser?.close());
  return async (address, options = {}) => {
    if (browser === undefined) throw new Error("the browser has not started");
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    // Pages that nobody looks at any more go on drawing and asking.
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const wrongs = watch(page, new URL(address).origin);
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
    });
    await page.goto(address);
    return { page, wrongs, refused };
  };
}

/** What a server refuses, and a server that is away, is told on the console too: that is news, not a wrong. */
const news = /Failed to load resource|net::ERR_/;

function watch(page: Page, origin: string): string[] {
  const wrongs: string[] = [];
  page.on("dialog", (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => wrongs.push(`error: ${error.message}`));
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    if (isBad && !news.test(message.text())) wrongs.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== "data:") wrongs.push(`request: ${request.url()}`);
  });
  page.on("popup", () => wrongs.push("popup"));
  return wrongs;
}
