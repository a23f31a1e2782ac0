/** AXIS's end of the line to a supervisor in a container: it can ask everything inside to end, and ends it by hanging up. */
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";

export interface ControlEvents {
  /** The supervisor runs. */
  readonly onStart: () => void;
  /** It reported, or vanished: the last moment at which the container can be looked at. */
  readonly onEnd: () => void;
}

export class ControlLine {
  readonly path: string;
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #events: ControlEvents;
  #socket: Socket | undefined;
  #text = "";

  /** Listens at once. */
  constructor(path: string, events: ControlEvents) {
    this.path = path;
    this.#events = events;
    this.#server.on("error", () => {});
    this.#server.listen(path);
  }

  get hasStarted(): boolean {
    return this.#socket !== undefined;
  }

  /** How many processes outlived the command; null if the supervisor did not say. */
  get orphans(): number | null {
    const found = /^\{"orphans":(\d{1,7})\}\n/.exec(this.#text)?.[1];
    return found === undefined ? null : Number(found);
  }

  /** Asks every process inside to end. */
  tellEnd(): void {
    this.#socket?.write("end\n");
  }

  /** If something still runs inside, its supervisor kills it. */
  close(): void {
    this.#server.close();
    this.#socket?.destroy();
    rmSync(this.path, { force: true });
  }

  /** The supervisor connects before it starts the program, so a second connection is not its. */
  #accept(socket: Socket): void {
    if (this.#socket !== undefined) return void socket.destroy();
    this.#socket = socket;
    this.#server.close();
    socket.setEncoding("latin1").on("error", () => {});
    socket.on("data", (chunk: string) => {
      this.#text = (this.#text + chunk).slice(0, 100);
      this.#events.onEnd();
    });
    socket.once("close", () => this.#events.onEnd());
    this.#events.onStart();
  }
}
