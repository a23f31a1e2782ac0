/** Finds the rows of long lists in the bytes of a document that AXIS wrote, one row per line. Rows are not parsed. */

/** A line that ends like this opens a list. Inside a string the quotes would be escaped, so it cannot occur elsewhere. */
const openings = ["transcript", "interactions", "audits"].map((name) => Buffer.from(`"${name}":[`));
const longestOpening = Math.max(...openings.map(({ length }) => length));
const [newline, opensRow, closesList] = [..."\n{]"].map((sign) => sign.charCodeAt(0)) as [number, number, number];

/** The positions of the rows of one list in the file. */
export interface RowPositions {
  readonly start: number;
  /** For each row, the position after its line. */
  readonly ends: readonly number[];
}

/** Scans a file in pieces of any length. */
export class RowScan {
  readonly #lists: { start: number; ends: number[] }[] = [];
  readonly #head: Buffer[] = [];
  #isInList = false;
  #isAtLineStart = true;
  #isRegular = true;
  #position = 0;
  /** The last bytes of the head. */
  #tail: Buffer = Buffer.alloc(0);

  /** The caller may reuse the piece afterwards. */
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

  get lists(): readonly RowPositions[] {
    return this.#lists;
  }

  /** The document, with each list reduced to its number; null if the file is not formatted as AXIS writes it. */
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
