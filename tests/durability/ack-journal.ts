import { setTimeout as wait } from 'node:timers/promises'
import type { Found, Stop, Stops, People } from './work.ts'

const WRITERS = 6

/** Records what was acknowledged, and what was sent without an answer, which a phone would send again. */
export class AckJournal {
  acknowledged = 0
  lost = 0
  doubled = 0
  #unchecked: Stop[] = []
  #unanswered: Stop[] = []
  readonly #jobs: Stops

  constructor(stops: Stops) {
    this.#jobs = stops
  }

  /** Several clients write at once until the server no longer answers, or `enough` returns true. */
  async load(people: People, enough: () => boolean = () => false): Promise<void> {
    const writer = async () => {
      while (!enough()) {
        const stop = this.#jobs.next()
        const answered = await stop.send(people).catch(() => null)
        if (answered === true) {
          this.acknowledged += stop.writes
          this.#unchecked.push(stop)
        } else this.#unanswered.push(stop)
        if (answered === null) return
        // Refused, as on a full disk: wait before the next attempt.
        if (!answered) await wait(500)
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, writer))
  }

  /** Checks everything acknowledged since the last check, sends what had no answer again, and checks that too. */
  async check(people: People): Promise<void> {
    const add = ({ lost, doubled }: Found) => {
      this.lost += lost
      this.doubled += doubled
    }
    for (const stop of this.#unchecked.splice(0)) add(await stop.find(people))
    for (const stop of this.#unanswered.splice(0)) {
      if (!(await stop.send(people))) throw new Error('What had no answer is refused when it is sent again.')
      this.acknowledged += stop.writes
      add(await stop.find(people))
    }
  }
}
