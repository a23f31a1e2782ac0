/** Opens a form that starts something in the server's project; says why there is none where the server takes no runs. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface StartFormProps {
  readonly workspace: string | null;
  readonly takesRuns: boolean;
  /** What is started: "run". */
  readonly noun: string;
  readonly children: (workspace: string, close: () => void) => ComponentChildren;
}

export function StartForm({ workspace, takesRuns, noun, children }: StartFormProps) {
  const [isOpen, setOpen] = useState(false);
  const plural = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  if (!takesRuns)
    return (
      <p class="no-new-runs">
        {plural} cannot be started here: this server executes no runs (<code>--slots 0</code>) or serves no project.
        Start it in the project's folder with <code>axis serve --slots 2</code>.
      </p>
    );
  if (!isOpen)
    return (
      <button type="button" class="primary new-run-button" aria-expanded={false} onClick={() => setOpen(true)}>
        New {noun}
      </button>
    );
  if (workspace === null) return <p class="notice">Choose a workspace first: {noun}s belong to one.</p>;
  return <>{children(workspace, () => setOpen(false))}</>;
}
