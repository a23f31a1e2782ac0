/** One choice of a view, kept in the query of the address, in report pages and in the dashboard. */
import { buildHash, splitHash, useHash } from "../router.ts";

/** The value that the address has for this name, or an empty text; and a function that replaces it. */
export function useQueryValue(name: string): readonly [string, (value: string) => void] {
  const [hash, replace] = useHash();
  const choose = (value: string) => {
    // Read again, because other choices may have changed the address since.
    const { path, query } = splitHash(location.hash);
    if (value === "") query.delete(name);
    else query.set(name, value);
    replace(buildHash(path, {}, query));
  };
  return [splitHash(hash).query.get(name) ?? "", choose];
}
