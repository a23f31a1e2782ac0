/** Finds the rows of long lists in the bytes of a document as we write it: one row per line. Nothing of a row is parsed. */

/** A line that ends like this opens a list. Within a string its quotes would be escaped, so it can stand nowhere else. */
const openings = ["transcript", "interactions", "audits"].map((name) => Buffer.from(`"${name}":[`));
const longestOpening = Math.max(...openings.map(({ length }) => length));
const [newline, opensRow, closesList] = [..."\n{]"].map((sign) => sign.charCodeAt(0)) as [number, number, number];

/** Where the rows of one list stand in the file. */
export interface RowPlaces {
  readonly start: number;
  /** One for each row: the position behind its line. */
  readonly ends: readonly number[];
}

/** Takes a file in pieces of any length. */
export class RowScan {
  readonly #lists: { start: number; ends: number[] }[] = [];
  readonly #head: Buffer[] = [];
  #isInList = false;
  #isAtLineStart = true;
  #isRegular = true;
  #position = 0;
  /** The last bytes of the head. */
  #tail: Buffer = Buffer.alloc(0);

  /** The piece may be used for something else afterwards. */
  take(piece: Buffer): void {
    for (let at = 0; at < piece.length;) {
      if (this.#isAtLineStart && this.#isInList) this.#look(piece[at]);
      const end = piece.indexOf(newline, at) + 1;
      const next = end === 0 ? piece.length : end;
      if (!this.#isInList) this.#keep(piece.subarray(at, next));
      this.#isAtLineStart = end !== 0;
      if (this.#isAtLineStart) this.#endLine(this.#position + end);
      at = next;
    }
    this.#position += piece.length;
  }

  get lists(): readonly RowPlaces[] {
    return this.#lists;
  }

  /** The document in which each list that was found holds its own number alone; null where its lines are not ours. */
  head(): string | null {
    return this.#isRegular && !this.#isInList ? Buffer.concat(this.#head).toString("utf8") : null;
  }

  #look(first: number | undefined): void {
    if (first === closesList) this.#isInList = false;
    else if (first !== opensRow) this.#isRegular = false;
  }

  #keep(bytes: Buffer): void {
    this.#head.push(Buffer.from(bytes));
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-longestOpening - 1)]).subarray(-longestOpening - 1);
  }

  #endLine(position: number): void {
    if (this.#isInList) return void this.#lists.at(-1)?.ends.push(position);
    const line = this.#tail.subarray(0, -1);
    if (!openings.some((opening) => line.subarray(-opening.length).equals(opening))) return;
    this.#isInList = true;
    this.#head.push(Buffer.from(String(this.#lists.length)));
    this.#lists.push({ start: position, ends: [] });
  }
}
