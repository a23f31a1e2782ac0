/** The data that stands in the page itself: base64 of gzip, in elements that never run. */
import type { EvaluationIndex } from "../../../src/evaluation/exports/html/evaluation-index.ts";
import type { ListName } from "../../../src/core/run/run-lists.ts";
import type { PageIndex, RunBlock } from "../../../src/report/html/page-index.ts";
import type { Source } from "./source.ts";

export function embeddedSource(document: Document): Source {
  return {
    index: async () => (await readJson(document, "index")) as PageIndex | EvaluationIndex,
    async *pieces(blocks) {
      await whole(document);
      for (const block of blocks) yield (await readJson(document, block)) as readonly unknown[];
    },
    async run({ block }) {
      await whole(document);
      return (await readJson(document, block)) as RunBlock;
    },
    async *list(run: RunBlock, name: ListName) {
      for (const block of run.lists[name].blocks) yield (await readJson(document, block)) as readonly unknown[];
    },
    async artifact(run, path) {
      const block = Object.hasOwn(run.artifacts, path) ? run.artifacts[path] : undefined;
      return block === undefined ? null : new Uint8Array(await unpacked(document, block).arrayBuffer());
    },
  };
}

/** Runs stand behind the script: the first page is shown before they have been read. */
function whole(document: Document): Promise<void> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
  });
}

async function readJson(document: Document, id: string): Promise<unknown> {
  return JSON.parse(await unpacked(document, id).text());
}

function unpacked(document: Document, id: string): Response {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`this file lacks its part "${id}": it was cut off, or changed`);
  const bytes = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}
