/** Prints figures: what was measured, what the target is, and whether it is met. A miss is news, never a failure. */

/** Prints the heading of a group of figures. */
export function heading(text) {
  console.log(`\n${text}`);
}

/** Prints one figure. `most` is the target, where there is one; `note` says how it was taken. */
export function figure(label, value, { unit = "", most, note = "" } = {}) {
  const shown = `${format(value)}${unit === "" ? "" : ` ${unit}`}`;
  const target = most === undefined ? "" : `target <= ${format(most)}${unit === "" ? "" : ` ${unit}`}`;
  const verdict = most === undefined ? "" : value <= most ? "met" : "MISSED";
  console.log(
    `  ${label.padEnd(58)} ${shown.padStart(12)}   ${target.padEnd(22)} ${verdict.padEnd(7)}${note}`.trimEnd(),
  );
}

function format(value) {
  if (!Number.isFinite(value)) return "-";
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}

export function least(values) {
  return Math.min(...values);
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
