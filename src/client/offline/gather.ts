/** Takes what has come together while the last lot was worked on, all at once: a slow line gets small lots, a fast one large. */
export interface Gathering<T> {
  add(one: T): void
  /** Resolves when nothing is left; throws what the work threw. */
  done(): Promise<void>
}

export function gather<T>(work: (lot: T[]) => Promise<void>): Gathering<T> {
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
      // Told by `done`, where somebody waits for it.
      running.catch(() => undefined)
    },
    done: () => running ?? Promise.resolve(),
  }
}
