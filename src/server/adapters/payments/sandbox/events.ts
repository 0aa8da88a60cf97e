import { newSandboxID } from './ids.ts'
import { type SandboxObject, shown } from './objects.ts'
import type { StoredObjects } from './stored-objects.ts'
import type { Delivery, StoredTasks } from './stored-tasks.ts'

const LATE_MS = 60_000

export class SandboxEvents {
  readonly #objects: StoredObjects
  readonly #tasks: StoredTasks
  /** Epoch ms. */
  readonly #now: number

  constructor(parts: { readonly objects: StoredObjects; readonly tasks: StoredTasks; readonly now: Date }) {
    this.#objects = parts.objects
    this.#tasks = parts.tasks
    this.#now = parts.now.getTime()
  }

  async tell(type: string, object: SandboxObject, delivery: Delivery = 'usual'): Promise<void> {
    const eventID = await this.note(type, object)
    if (delivery === 'never') return
    await this.deliver(eventID, delivery === 'late' ? LATE_MS : 0)
    if (delivery === 'twice') await this.deliver(eventID, 0)
  }

  /** Adds an event without a webhook. */
  async note(type: string, object: SandboxObject): Promise<string> {
    const id = newSandboxID('evt')
    await this.#objects.add(
      {
        id,
        object: 'event',
        api_version: null,
        created: Math.floor(this.#now / 1000),
        data: { object: shown(object) },
        livemode: false,
        pending_webhooks: 1,
        request: null,
        type,
      },
      subjectOf(object),
    )
    return id
  }

  async deliver(eventID: string, afterMs: number): Promise<void> {
    await this.#tasks.add({ do: 'deliver', eventID, tries: 0 }, this.#now + afterMs)
  }
}

/** A page's own events are found by the page, those of money that went back by the payment. */
const subjectOf = (object: SandboxObject): string =>
  object.object === 'refund' || object.object === 'dispute' ? object.payment_intent : object.id
