/** Names for files that came from a system where case counts, on one where it may not. */
import { nameFold } from "../core/names/names.ts";

/** Gives each path a name that no other has, whatever their case: of two that collide the later gets a suffix. */
export class ArtifactNames {
  /** By the fold of a name given: the path, or part of one, it was given to. */
  readonly #owners = new Map<string, string>();

  /** The name of a path; the same for the same path. */
  nameOf(path: string): string {
    let original = "";
    let name = "";
    for (const segment of path.split("/")) {
      original += `/${segment}`;
      name = this.#claim(name, segment, original);
    }
    return name;
  }

  #claim(folder: string, segment: string, original: string): string {
    for (let count = 1; ; count += 1) {
      const candidate = (folder === "" ? "" : `${folder}/`) + (count === 1 ? segment : suffixed(segment, count));
      const owner = this.#owners.get(nameFold(candidate));
      if (owner !== undefined && owner !== original) continue;
      this.#owners.set(nameFold(candidate), original);
      return candidate;
    }
  }
}

function suffixed(segment: string, count: number): string {
  const dot = segment.lastIndexOf(".");
  return dot > 0 ? `${segment.slice(0, dot)}~${count}${segment.slice(dot)}` : `${segment}~${count}`;
}
