/** Measurements in a page during the taps. */
export interface Seen {
  /** ms from the pointer's event until the transaction that stores the tap had committed. */
  saved: number[]
  /** ms of each interaction, as Event Timing counts it; those under 16 ms are not reported. */
  interactions: number[]
  /** ms of tasks of 50 ms and more. */
  longTasks: number[]
}

/** Which writes are a tap of Done: the store, and a property of its rows. */
export interface TapRow {
  store: string
  holds: string
}

/** Runs in the page before everything else. */
export function watch({ store, holds }: TapRow): void {
  const seen: Seen = { saved: [], interactions: [], longTasks: [] }
  const waiting: number[] = []
  const slowest = new Map<number, number>()
  let from = Infinity
  Object.assign(window, {
    /** Entries from before are preparation, and are ignored. */
    beginToWatch: () => void (from = performance.now()),
    whatWasSeen: (): Seen => ({ ...seen, interactions: [...slowest.values()] }),
  })
  const notes = (tap: Event) => {
    if (tap.target instanceof Element && tap.target.closest('section[data-stop] button')?.textContent === 'Done')
      waiting.push(tap.timeStamp)
  }
  window.addEventListener('pointerup', notes, { capture: true })
  const add = IDBObjectStore.prototype.add
  IDBObjectStore.prototype.add = function (value: unknown, key?: IDBValidKey) {
    if (this.name === store && JSON.stringify(value).includes(holds)) {
      const tapped = waiting.shift()
      this.transaction.addEventListener(
        'complete',
        () => tapped !== undefined && tapped >= from && seen.saved.push(performance.now() - tapped),
      )
    }
    return key === undefined ? add.call(this, value) : add.call(this, value, key)
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (!entry.interactionId || entry.startTime < from) continue
      slowest.set(entry.interactionId, Math.max(slowest.get(entry.interactionId) ?? 0, entry.duration))
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) if (startTime >= from) seen.longTasks.push(duration)
  }).observe({ type: 'longtask' })
}
