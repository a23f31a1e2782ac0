/** Starts one Chromium for the whole run; every test file connects to it and has contexts of its own. */
import type { TestProject } from "vitest/node";
import { launchChromiumServer } from "./browser/chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    chromiumEndpoint: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await launchChromiumServer();
  project.provide("chromiumEndpoint", server.wsEndpoint());
  return () => server.close();
}
