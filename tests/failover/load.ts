import { setTimeout as wait } from 'node:timers/promises'
import type { People, Stop, Stops } from '../durability/work.ts'

/** The people and the work of one driver's phone, and of the office beside it. */
export interface Writer {
  readonly people: People
  readonly stops: Stops
}

/** Writes through everything that happens to the database, as phones do: what has no answer is sent again. */
export class Load {
  acknowledged = 0
  /** The longest time in which nothing was acknowledged, ms. */
  pauseMs = 0
  lost = 0
  doubled = 0
  /** How often something had to be sent again, because it had no answer or was not accepted. */
  repeated = 0
  readonly #writers: readonly Writer[]
  #done: [Stop, Writer][] = []
  #goesOn = true
  #lastAt = performance.now()
  #work: Promise<unknown> = Promise.resolve()

  constructor(writers: readonly Writer[]) {
    this.#writers = writers
  }

  start(): void {
    this.#goesOn = true
    this.#lastAt = performance.now()
    this.#work = Promise.all(this.#writers.map((writer) => this.#write(writer)))
  }

  /** Ends once each writer has the answer to what it sent last. */
  async stop(): Promise<void> {
    this.#goesOn = false
    await this.#work
  }

  /** Resolves once so many more writes are acknowledged. */
  async goesOn(writes: number): Promise<void> {
    const enough = this.acknowledged + writes
    while (this.acknowledged < enough) await wait(50)
  }

  async check(): Promise<void> {
    const done = this.#done.splice(0)
    const checker = async () => {
      for (let next = done.pop(); next !== undefined; next = done.pop()) {
        const [stop, { people }] = next
        const found = await stop.find(people)
        this.lost += found.lost
        this.doubled += found.doubled
      }
    }
    await Promise.all(this.#writers.map(checker))
  }

  async #write(writer: Writer): Promise<void> {
    while (this.#goesOn) {
      const stop = writer.stops.next()
      for (;;) {
        const isDone = await stop.send(writer.people).catch(() => false)
        if (isDone) break
        this.repeated += 1
        await wait(200)
      }
      const now = performance.now()
      this.pauseMs = Math.max(this.pauseMs, now - this.#lastAt)
      this.#lastAt = now
      this.acknowledged += stop.writes
      this.#done.push([stop, writer])
    }
  }
}
