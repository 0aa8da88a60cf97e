import type { Clock } from '../../../ports.ts'
import { type Delivery, newSandboxID, type SandboxState } from './state.ts'

const LATE_MS = 60_000

export class SandboxEvents {
  readonly #state: SandboxState
  readonly #clock: Clock

  constructor(state: SandboxState, clock: Clock) {
    this.#state = state
    this.#clock = clock
  }

  tell(type: string, object: object, delivery: Delivery): void {
    const eventID = this.note(type, object)
    if (delivery === 'never') return
    this.deliver(eventID, delivery === 'late' ? LATE_MS : 0)
    if (delivery === 'twice') this.deliver(eventID, 0)
  }

  /** Adds an event without a webhook. */
  note(type: string, object: object): string {
    const id = newSandboxID('evt')
    this.#state.stored.events.push({
      id,
      object: 'event',
      api_version: null,
      created: Math.floor(this.#now() / 1000),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    })
    return id
  }

  deliver(eventID: string, afterMs: number): void {
    this.#state.stored.tasks.push({ do: 'deliver', eventID, tries: 0, dueAt: this.#now() + afterMs })
  }

  #now = () => this.#clock.now().getTime()
}
