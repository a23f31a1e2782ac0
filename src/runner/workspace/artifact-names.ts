/** Names for files from a case-sensitive system, to be stored on one that may ignore case. */
import { foldName } from "../../core/names/names.ts";

/** Gives each path a unique name that differs in more than case: of two that collide, the later one gets a suffix. */
export class ArtifactNames {
  /** By case-folded name: the path, or the part of a path, that owns it. */
  readonly #owners = new Map<string, string>();

  /** Returns the name of a path; always the same for the same path. */
  assign(path: string): string {
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
      const candidate = (folder === "" ? "" : `${folder}/`) + (count === 1 ? segment : addSuffix(segment, count));
      const owner = this.#owners.get(foldName(candidate));
      if (owner !== undefined && owner !== original) continue;
      this.#owners.set(foldName(candidate), original);
      return candidate;
    }
  }
}

function addSuffix(segment: string, count: number): string {
  const dot = segment.lastIndexOf(".");
  return dot > 0 ? `${segment.slice(0, dot)}~${count}${segment.slice(dot)}` : `${segment}~${count}`;
}
