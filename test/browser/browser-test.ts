/** The Chromium of the run, and pages that tell of everything that must not happen. */
import { text } from "node:stream/consumers";
import type { Browser, BrowserContextOptions, Download, Page } from "playwright-core";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { getCurrentTest } from "vitest/suite";
import { connectToChromium, patienceMs } from "./chromium.ts";
import { removePages } from "./sample-page.ts";

export interface WatchedPage {
  readonly page: Page;
  /** Dialogs, requests beyond the file itself or the server it came from, errors, policy violations: empty if all is well. */
  readonly wrongs: string[];
}

/** Call it once at the top of a file; the connection to the browser is closed after its tests, a page after the test that opened it. */
export function useBrowser(): (address: string, options?: BrowserContextOptions) => Promise<WatchedPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await connectToChromium(inject("chromiumEndpoint"));
  });
  afterAll(async () => {
    await browser?.close();
    removePages();
  });
  return async (address, options = {}) => {
    if (browser === undefined) throw new Error("the browser has not started");
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    // Pages that nobody looks at any more go on drawing and asking. What a hook opened is for all tests.
    if (getCurrentTest() !== undefined) onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const wrongs = watch(page, address);
    await page.goto(address);
    return { page, wrongs };
  };
}

function watch(page: Page, address: string): string[] {
  const wrongs: string[] = [];
  const file = address.split("#")[0];
  const ownServer = address.startsWith("http:") ? `${new URL(address).origin}/` : null;
  page.on("dialog", (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => wrongs.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrongs.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = url.split("#")[0] === file || (ownServer !== null && url.startsWith(ownServer));
    if (!isOwn && !url.startsWith("data:image/")) wrongs.push(`request: ${url}`);
  });
  page.on("popup", () => wrongs.push("popup"));
  return wrongs;
}

/** What was saved. */
export async function savedText(download: Download): Promise<string> {
  return await text(await download.createReadStream());
}
