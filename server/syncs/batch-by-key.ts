/**
 * Runs `work` for the items of a key, one batch at a time: what comes while a batch is at work makes the next one. So a busy key needs
 * one transaction for many items, and a quiet one waits for nothing. Each item succeeds or fails with its batch.
 */
export function batchByKey<Item>(
  work: (items: [Item, ...Item[]]) => Promise<void>,
  largest: number,
): (key: string, item: Item) => Promise<void> {
  type Waiting = { item: Item; resolve: () => void; reject: (error: unknown) => void }
  /** Items that wait for the turn of their key; no entry: nothing of the key is at work. */
  const queues = new Map<string, Waiting[]>()

  async function runBatches(key: string, queue: Waiting[]): Promise<void> {
    for (let batch = queue.splice(0, largest); ; batch = queue.splice(0, largest)) {
      const [first, ...more] = batch
      if (!first) break
      try {
        await work([first.item, ...more.map(({ item }) => item)])
        for (const one of batch) one.resolve()
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
    }
    queues.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key)
      const entry = { item, resolve, reject }
      if (queue) return void queue.push(entry)
      const opened = [entry]
      queues.set(key, opened)
      void runBatches(key, opened)
    })
}
