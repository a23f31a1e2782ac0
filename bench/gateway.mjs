/** What the model gateway adds to a request, and how many answers it can pass on at once. */
import { figure, heading } from "./figures.mjs";
import { isolated } from "./isolated.mjs";

export async function gateway() {
  heading("Gateway: until the first byte of an answer, beside the same request without it; then many answers at once");
  const { added, streams } = await isolated("gateway.work.mjs", []);
  figure("added to the first byte, p50", added.p50, { unit: "ms" });
  figure("added to the first byte, p95", added.p95, { unit: "ms", most: 3 });
  figure(`${streams.count} answers at once: lost`, streams.lost, { most: 0 });
  figure(`${streams.count} answers at once: longer by`, streams.longerPercent, { unit: "%", note: "50 pieces/s each" });
  figure(`${streams.count} answers at once: memory of the gateway`, streams.rssMb, { unit: "MB" });
}
