/** Text with search hits highlighted. */

/** More highlights than this are not useful. */
const maxMarks = 500;

export function Highlighted({ text, query }: { text: string; query: string }) {
  if (query === "") return <>{text}</>;
  const lower = text.toLowerCase();
  const needle = query.toLowerCase();
  // If lower case changes the length, positions would be wrong.
  if (lower.length !== text.length) return <>{text}</>;
  const parts = [];
  let end = 0;
  for (let at = lower.indexOf(needle); at !== -1 && parts.length < maxMarks; at = lower.indexOf(needle, end)) {
    parts.push(text.slice(end, at), <mark>{text.slice(at, at + needle.length)}</mark>);
    end = at + needle.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
