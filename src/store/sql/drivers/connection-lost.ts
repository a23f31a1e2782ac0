/** A connection that broke, as opposed to an answer of the database that is an error. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  constructor(cause: unknown) {
    super("The connection to the database was lost", { cause });
  }
}
