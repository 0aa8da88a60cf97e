/**
 * Coalesces work: everything added while a batch is processed forms the next batch, so a slow connection gets small
 * batches and a fast one large.
 */
export interface Coalescer<T> {
  add(one: T): void
  /** Resolves when nothing is left; rejects with the error of the work. */
  done(): Promise<void>
}

export function coalesce<T>(work: (lot: T[]) => Promise<void>): Coalescer<T> {
  let waiting: T[] = []
  let running: Promise<void> | null = null
  const run = async () => {
    while (waiting.length > 0) {
      const lot = waiting
      waiting = []
      await work(lot)
    }
    running = null
  }
  return {
    add(one) {
      waiting.push(one)
      if (running !== null) return
      running = run()
      // `done` reports the error to its caller.
      running.catch(() => undefined)
    },
    done: () => running ?? Promise.resolve(),
  }
}
