/** The connection broke, as opposed to an error that the database returned. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  constructor(cause: unknown) {
    super("The connection to the database was lost", { cause });
  }
}
