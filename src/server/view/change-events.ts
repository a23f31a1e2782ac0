/** Tells a page, for as long as it is open, that what it shows has changed. */
import { createOutlet } from "../live/outlet.ts";
import type { ApiContext } from "../world.ts";
import type { ChangeWatch } from "./change-watch.ts";

/** A page that does not read these few bytes is gone. */
const mostBytes = 65_536;
/** Shows both ends that the other is there. */
const quietMs = 15_000;

/** Everything that is open, to be ended with the server. */
export type OpenPages = Set<() => void>;

/** `ready` when every change from then on is told; `changed` with each. Comes back by itself after a second. */
export async function changeEvents(c: ApiContext, watch: ChangeWatch, open: OpenPages): Promise<Response> {
  const outlet = createOutlet(mostBytes, () => c.env?.incoming?.socket?.destroy?.());
  const end = () => outlet.end();
  const tell = (event: string) => outlet.write(`event: ${event}\ndata: {}\n\n`) || end();
  open.add(end);
  outlet.write("retry: 1000\n\n");
  const watching = await watch.subscribe(() => tell("changed"));
  const quiet = setInterval(() => outlet.write(": still here\n\n") || end(), quietMs);
  void outlet.ended.then(() => {
    open.delete(end);
    clearInterval(quiet);
    watching[Symbol.dispose]();
  });
  tell("ready");
  c.header("Content-Type", "text/event-stream; charset=utf-8");
  return c.body(outlet.stream, 200);
}
