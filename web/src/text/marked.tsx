/** Text with every place marked that a search found. */

/** More marks than this help nobody. */
const mostMarks = 500;

export function Marked({ text, query }: { text: string; query: string }) {
  if (query === "") return <>{text}</>;
  const lower = text.toLowerCase();
  const wanted = query.toLowerCase();
  // Where lower case has another length, places would not fit the text.
  if (lower.length !== text.length) return <>{text}</>;
  const parts = [];
  let end = 0;
  for (let at = lower.indexOf(wanted); at !== -1 && parts.length < mostMarks; at = lower.indexOf(wanted, end)) {
    parts.push(text.slice(end, at), <mark>{text.slice(at, at + wanted.length)}</mark>);
    end = at + wanted.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
