/** Combines items that arrive at the same moment into one request, because the server limits the number of requests. */

/** Long enough to collect runs that start together, short enough to go unnoticed. */
const batchWindowMs = 20;

interface PendingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** `send` returns one result per item, in the same order. */
export function createBatcher<Item, Result>(
  most: number,
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let asked: PendingItem<Item, Result>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const [batch, rest] = [asked.slice(0, most), asked.slice(most)];
    asked = rest;
    if (rest.length > 0) timer = setTimeout(flush);
    void sendBatch(batch, send);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      asked.push({ item, resolve, reject });
      timer ??= setTimeout(flush, batchWindowMs);
    });
}

async function sendBatch<Item, Result>(
  batch: readonly PendingItem<Item, Result>[],
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await send(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error("The server's answer does not match the request");
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
