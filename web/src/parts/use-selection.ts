/** The filters of a list, kept in the query of the address. */
import { useLayoutEffect, useState } from "preact/hooks";
import { replaceQuery } from "../page-routes.ts";

interface SelectionQuery<Selection> {
  readonly parse: (query: URLSearchParams) => Selection;
  readonly format: (selection: Selection) => URLSearchParams;
}

export function useSelection<Selection extends object>(
  query: URLSearchParams,
  { parse, format }: SelectionQuery<Selection>,
): readonly [Selection, (change: Partial<Selection>) => void] {
  const [selection, setSelection] = useState(() => parse(query));
  // `query` changes only when the reader follows or types an address. A frame later this could undo a newer choice.
  useLayoutEffect(() => setSelection(parse(query)), [query]);
  const choose = (change: Partial<Selection>) => {
    const next = { ...selection, ...change };
    setSelection(next);
    replaceQuery(format(next));
  };
  return [selection, choose];
}
