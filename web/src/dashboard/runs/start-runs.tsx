/** Opens the form for new runs; says why there is none where the server takes no runs. */
import { useState } from "preact/hooks";
import type { Api } from "../api/api.ts";
import type { Names } from "../parts/use-names.ts";
import { NewRunForm } from "./new-run-form.tsx";

interface StartRunsProps {
  readonly api: Api;
  readonly workspace: string | null;
  readonly names: Names;
  readonly takesRuns: boolean;
}

export function StartRuns({ api, workspace, names, takesRuns }: StartRunsProps) {
  const [isOpen, setOpen] = useState(false);
  if (!takesRuns)
    return (
      <p class="no-new-runs">
        Runs cannot be started here: this server executes none (<code>--slots 0</code>) or serves no project. Start it
        in the project's folder with <code>axis serve --slots 2</code>.
      </p>
    );
  if (!isOpen)
    return (
      <button type="button" class="primary new-run-button" aria-expanded={false} onClick={() => setOpen(true)}>
        New run
      </button>
    );
  if (workspace === null) return <p class="notice">Choose a workspace first: runs belong to one.</p>;
  return <NewRunForm api={api} workspace={workspace} names={names} onDone={() => setOpen(false)} />;
}
