/** Starts the page: reads its index and renders the view for the address. */
import { render } from "preact";
import { errorMessage } from "../../src/core/error.ts";
import { App } from "./app.tsx";
import { EvaluationApp } from "./evaluation/evaluation-app.tsx";
import { createEmbeddedSource } from "./source/embedded.ts";
import { createServedSource, isServed, type ServedSource } from "./source/served.ts";
import { safe } from "./text/safe.ts";
import { ListingApp } from "./view/listing-app.tsx";
import { useServedIndex } from "./view/use-served-index.ts";

async function start(root: HTMLElement): Promise<void> {
  try {
    if (isServed(document)) {
      root.replaceChildren();
      return render(<ServedPage source={createServedSource()} />, root);
    }
    const source = createEmbeddedSource(document);
    const index = await source.index();
    root.replaceChildren();
    const page =
      "evaluation" in index ? <EvaluationApp source={source} index={index} /> : <App source={source} index={index} />;
    render(page, root);
  } catch (error) {
    const note = document.createElement("p");
    note.className = "waiting";
    note.textContent = `This file cannot be read: ${errorMessage(error)}`;
    root.replaceChildren(note);
  }
}

const root = document.getElementById("app");
if (root !== null) void start(root);

/** A page served by `axis view`: the list of a project, or one of its reports. */
function ServedPage({ source }: { source: ServedSource }) {
  const { index, error, connection } = useServedIndex(source);
  if (index === null)
    return error === null ? (
      <p class="waiting">Loading the report.</p>
    ) : (
      <p class="waiting">
        This cannot be shown: {safe(error)}. <a href="/">All reports</a>
      </p>
    );
  const live = { connection, error };
  return "listing" in index ? (
    <ListingApp index={index} live={live} />
  ) : (
    <App source={source} index={index} live={live} />
  );
}
