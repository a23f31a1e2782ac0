/** `1,012`: the same for every reader, whatever the language of the browser. */
export function formatGroupedCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
