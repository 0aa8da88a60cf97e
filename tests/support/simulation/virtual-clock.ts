import { quiet } from './idle-detection.ts'

interface Alarm {
  at: number
  order: number
  owner: object
  ring: () => void
}

/**
 * A clock that advances only when nothing else is pending: a five-minute wait takes no real time, and every run is the
 * same.
 */
export class VirtualClock {
  #now: number
  #alarms: Alarm[] = []
  #order = 0
  readonly #onMove: (now: Date) => void

  /** @param onMove called at every advance: the office's clock follows */
  constructor(start: Date, onMove: (now: Date) => void = () => undefined) {
    this.#now = start.getTime()
    this.#onMove = onMove
  }

  now(): Date {
    return new Date(this.#now)
  }

  /** Timers of one owner, which are cleared when the owner is killed. */
  timersOf(owner: object): { set(ms: number, run: () => void): unknown; clear(handle: unknown): void } {
    return {
      set: (ms, run) => {
        const alarm: Alarm = { at: this.#now + Math.max(0, ms), order: this.#order++, owner, ring: run }
        this.#alarms.push(alarm)
        return alarm
      },
      clear: (handle) => {
        this.#alarms = this.#alarms.filter((alarm) => alarm !== handle)
      },
    }
  }

  forget(owner: object): void {
    this.#alarms = this.#alarms.filter((alarm) => alarm.owner !== owner)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.timersOf(this).set(ms, resolve))
  }

  /** Advances time until `until` returns true; at most `limitMs`. @returns whether it did return true */
  async run(limitMs: number, until: () => boolean | Promise<boolean> = () => false): Promise<boolean> {
    const end = this.#now + limitMs
    let atOnce = 0
    for (;;) {
      await quiet()
      if (await until()) return true
      const next = this.#alarms.reduce<Alarm | null>(
        (first, alarm) =>
          !first || alarm.at < first.at || (alarm.at === first.at && alarm.order < first.order) ? alarm : first,
        null,
      )
      if (!next || next.at > end) {
        this.#moveTo(end)
        await quiet()
        return until()
      }
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next)
      atOnce = next.at > this.#now ? 0 : atOnce + 1
      if (atOnce > 5_000) throw new Error('Something turns in a circle without letting time pass')
      this.#moveTo(next.at)
      next.ring()
    }
  }

  /** Advances time until some work has ended, and returns its result. */
  async during<T>(work: Promise<T>, limitMs = 600_000): Promise<T> {
    let ended = false
    const noted = work.finally(() => (ended = true))
    noted.catch(() => undefined)
    if (!(await this.run(limitMs, () => ended))) throw new Error(`Still not ended after ${limitMs / 1000} s`)
    return noted
  }

  #moveTo(at: number): void {
    if (at <= this.#now) return
    this.#now = at
    this.#onMove(this.now())
  }
}
