/** The signals of a metric's score, by group. */
import type { FlatSignal, FlatSignals } from "../../../src/core/score/signal.ts";
import { safe, safeLine } from "../text/safe.ts";

/** A metric can have thousands of signals. */
const maxShown = 200;

export function Signals({ signals }: { signals: FlatSignals }) {
  const groups = Object.entries(signals).filter(([, list]) => list.length > 0);
  if (groups.length === 0) return null;
  return (
    <details class="signals">
      <summary>Signals</summary>
      {groups.map(([group, list]) => (
        <SignalGroup key={group} group={group} list={list} />
      ))}
    </details>
  );
}

function SignalGroup({ group, list }: { group: string; list: readonly FlatSignal[] }) {
  const title = safeLine(group, 120);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Signals: ${title}`}>
      <table>
        <caption>{title}</caption>
        <tbody>
          {list.slice(0, maxShown).map((signal, index) => (
            <SignalRow key={index} signal={signal} />
          ))}
        </tbody>
      </table>
      {list.length > maxShown && <p class="more">{list.length - maxShown} more are not shown.</p>}
    </div>
  );
}

function SignalRow({ signal }: { signal: FlatSignal }) {
  const { name, value, score, passed, description, headlineDisplay } = signal;
  return (
    <tr class={headlineDisplay ? "headline" : undefined}>
      <th scope="row">{safeLine(name, 120)}</th>
      <td class="value">{safe(formatValue(value))}</td>
      <td class="number">{typeof value === "number" || score === null ? "" : formatNumber(score)}</td>
      <td>{passed === null ? "" : passed ? "passed" : "not passed"}</td>
      <td class="about">{safeLine(description, 400)}</td>
    </tr>
  );
}

function formatValue(value: FlatSignal["value"]): string {
  if (typeof value === "string") return value.slice(0, 2000).toWellFormed();
  return typeof value === "number" ? formatNumber(value) : JSON.stringify(value).slice(0, 2000).toWellFormed();
}

/** Up to four decimals. */
function formatNumber(value: number): string {
  return String(Number(value.toFixed(4)));
}
