/** The open connections of a run: limits their number, and closes them all with the run. */
import type { Socket } from "node:net";

const mostAtOnce = 256;

export class OpenSockets {
  readonly #sockets = new Set<Socket>();
  #countInside = 0;
  #isClosed = false;

  /** A connection from the run. Returns false if it is beyond the limit and must be refused. */
  addInside(socket: Socket): boolean {
    this.addOutside(socket);
    this.#countInside += 1;
    socket.once("close", () => void (this.#countInside -= 1));
    return this.#countInside <= mostAtOnce;
  }

  /** A connection to a host. */
  addOutside(socket: Socket): void {
    if (this.#isClosed) socket.destroy();
    this.#sockets.add(socket);
    // Errors are followed by "close", which is what others wait for.
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
  }

  closeAll(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}
