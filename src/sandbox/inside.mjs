/**
 * The supervisor: the first program inside a sandbox without the machine's network. It opens ports that lead to unix
 * sockets of AXIS, then starts the command and ends the way the command ended. Plain JavaScript, because Node inside the
 * sandbox runs this very file: `node inside.mjs '{"ports":[{"port":3128,"socket":"/run/axis/0"}]}' program arguments`.
 *
 * With `control`, the path of a socket, it obeys the line "end" and kills everything when the socket closes: a container
 * outlives the AXIS that started it. With `report`, a descriptor, it writes there how many processes the command left.
 */
import { spawn } from "node:child_process";
import { readdirSync, writeSync } from "node:fs";
import { connect, createServer } from "node:net";
import { constants } from "node:os";

const [settings = "{}", program = "", ...programArguments] = process.argv.slice(2);
const { ports = [], control, report } = JSON.parse(settings);

/** AXIS signals each process on its own, and this one must outlive the others. */
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]) process.on(signal, () => {});

function listOthers() {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && pid !== process.ppid);
}

function signalOthers(signal) {
  for (const pid of listOthers()) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}

function killEverything() {
  signalOthers("SIGKILL");
  process.exit(137);
}

async function obey(path) {
  const socket = connect(path);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    text += chunk;
    if (text.includes("end\n")) signalOthers("SIGTERM");
    text = text.slice(-3);
  });
  socket.on("error", () => {});
  socket.once("close", killEverything);
  return socket;
}

function openPort({ port, socket: path }) {
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ path, allowHalfOpen: true });
    inner.pipe(outer).pipe(inner);
    const cut = () => {
      inner.destroy();
      outer.destroy();
    };
    for (const socket of [inner, outer]) socket.on("error", cut);
    inner.once("close", () => outer.destroy());
    outer.once("close", () => inner.destroySoon());
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function start(socket) {
  const child = spawn(program, programArguments, { stdio: "inherit" });
  child.once("error", (error) => {
    process.stderr.write(`axis: ${program} could not be started in the sandbox: ${error.message}\n`);
    process.exit(127);
  });
  child.once("exit", (code, signal) => {
    const orphans = listOthers().length;
    if (report !== undefined) writeSync(report, `${orphans}\n`);
    const ended = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    if (socket === undefined) process.exit(ended);
    socket.removeAllListeners("close");
    socket.end(`${JSON.stringify({ orphans })}\n`, () => process.exit(ended));
  });
}

try {
  const socket = control === undefined ? undefined : await obey(control);
  await Promise.all(ports.map(openPort));
  start(socket);
} catch (error) {
  process.stderr.write(`axis: the sandbox could not be prepared: ${error.message}\n`);
  process.exit(125);
}
