/** Starts the page: reads its index and renders the view for the address. */
import { errorMessage } from "../../src/core/error.ts";
import { render } from "preact";
import { App } from "./app.tsx";
import { EvaluationApp } from "./evaluation/evaluation-app.tsx";
import { createEmbeddedSource } from "./source/embedded.ts";
import { isServed, createServedSource } from "./source/served.ts";
import { ServedPage } from "./view/served-page.tsx";

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
