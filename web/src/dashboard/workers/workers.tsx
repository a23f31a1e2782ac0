/** Workers and the queue: who carries out runs, and how much waits. */
import { useEffect } from "preact/hooks";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { Shown } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { QueueTable, queueWords } from "./queue-table.tsx";
import { WorkerTable } from "./worker-table.tsx";

/** That a worker lives, or was killed, is said by no event. */
const pauseMs = 15_000;

export function Workers({ api, live, route }: ViewProps) {
  const [workers, again] = useLoaded((abort) => api.get("/v1/workers", { abort }), "");
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), pauseMs);
    return () => clearInterval(timer);
  }, []);
  useLiveRefresh(live, "workers", again);
  const linkOf = (id: string) => route.link("runs/{id}", { id });
  return (
    <>
      <div class="view-head">
        <h1>Workers</h1>
      </div>
      <Shown of={workers} again={again}>
        {({ data, queue }) => (
          <>
            <section aria-labelledby="queue">
              <h2 id="queue">
                Queue <small>{queueWords(queue)}</small>
              </h2>
              {queue.length > 0 ? <QueueTable queue={queue} /> : <p class="notice">Nothing waits for a worker.</p>}
            </section>
            <section aria-labelledby="workers">
              <h2 id="workers">
                Workers <small>{data.length === 0 ? "none" : data.length}</small>
              </h2>
              {data.length === 0 ? <NoWorkers /> : <WorkerTable workers={data} linkOf={linkOf} />}
            </section>
          </>
        )}
      </Shown>
    </>
  );
}

function NoWorkers() {
  return (
    <p class="notice">
      No workers. Runs of <code>axis run</code> need none. With a shared Postgres, start one with{" "}
      <code>axis worker</code>.
    </p>
  );
}
