/** How many runs wait for each agent, and how many are under way. */
import { ColumnHeads, numbers, words } from "../../parts/column-heads.tsx";
import { safeLine } from "../../text/safe.ts";
import type { QueueDepth } from "../api/answers.ts";

const columns = [...words("Agent"), ...numbers("Waiting", "Running"), ...words("Served")];

/** All of them together, in a few words. */
export function queueWords(queue: readonly QueueDepth[]): string {
  const sum = (count: (depth: QueueDepth) => number) => queue.reduce((total, depth) => total + count(depth), 0);
  return `${sum(({ queued }) => queued)} waiting, ${sum(({ running }) => running)} running`;
}

export function QueueTable({ queue }: { queue: readonly QueueDepth[] }) {
  return (
    <table class="queue">
      <ColumnHeads columns={columns} />
      <tbody>
        {queue.map(({ agent, queued, running, served }) => (
          <tr key={agent}>
            <th scope="row">{safeLine(agent, 100)}</th>
            <td class="number">{queued}</td>
            <td class="number">{running}</td>
            <td>{served ? "yes" : <span class="tag tone-warn">by no live worker</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
