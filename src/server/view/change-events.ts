/** Notifies an open page when its data changes. */
import { createOutlet } from "../live/outlet.ts";
import type { ApiContext } from "../route-deps.ts";
import type { ChangeWatch } from "./change-watch.ts";

/** A page that leaves this many bytes unread is gone. */
const maxUnreadBytes = 65_536;
/** Interval of the keep-alive comment, by which both ends notice a lost connection. */
const changeKeepAliveMs = 15_000;

/** Functions that end the streams of all open pages, called when the server closes. */
export type OpenPages = Set<() => void>;

/** Sends `ready` once every later change will be reported, and `changed` for each. The page reconnects after a second. */
export async function streamChanges(c: ApiContext, watch: ChangeWatch, open: OpenPages): Promise<Response> {
  const outlet = createOutlet(maxUnreadBytes, () => c.env?.incoming?.socket?.destroy?.());
  const end = () => outlet.end();
  const tell = (event: string) => outlet.write(`event: ${event}\ndata: {}\n\n`) || end();
  open.add(end);
  outlet.write("retry: 1000\n\n");
  const watching = await watch.subscribe(() => tell("changed"));
  const quiet = setInterval(() => outlet.write(": still here\n\n") || end(), changeKeepAliveMs);
  void outlet.ended.then(() => {
    open.delete(end);
    clearInterval(quiet);
    watching[Symbol.dispose]();
  });
  tell("ready");
  c.header("Content-Type", "text/event-stream; charset=utf-8");
  return c.body(outlet.stream, 200);
}
