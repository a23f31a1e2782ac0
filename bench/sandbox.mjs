/** What a sandbox adds to the start of a program. */
import { figure, heading, median } from "./figures.mjs";
import { isolated } from "./isolated.mjs";

export async function sandbox() {
  heading('Sandbox: starting and ending "true" as an agent would');
  const { none, host, list } = await isolated("sandbox.work.mjs", []);
  const bare = median(none);
  figure("without a sandbox, median", bare, { unit: "ms" });
  figure("bubblewrap adds, median", median(host) - bare, { unit: "ms", most: 40 });
  figure("bubblewrap with its own network and the supervisor adds, median", median(list) - bare, {
    unit: "ms",
    most: 80,
  });
}
