/** Starts a page: reads the data inside the file and renders it, or says why that is not possible. */
import { type ComponentChild, render } from "preact";
import type { EvaluationIndex } from "../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { errorMessage } from "../../src/core/error.ts";
import { createEmbeddedSource } from "./source/embedded.ts";
import type { Source } from "./source/source.ts";

/** Renders the page for the data in this file. */
export function startPage(show: (source: Source, index: PageIndex | EvaluationIndex) => ComponentChild): void {
  const root = document.getElementById("app");
  if (root !== null) void start(root, show);
}

async function start(root: HTMLElement, show: Parameters<typeof startPage>[0]): Promise<void> {
  try {
    const source = createEmbeddedSource(document);
    const index = await source.index();
    root.replaceChildren();
    render(show(source, index), root);
  } catch (error) {
    const note = document.createElement("p");
    note.className = "waiting";
    note.textContent = `This file cannot be read: ${errorMessage(error)}`;
    root.replaceChildren(note);
  }
}
