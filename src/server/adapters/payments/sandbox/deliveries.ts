import { createHmac } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import type { Clock, Log } from '../../../ports.ts'
import { doTask } from './due-tasks.ts'
import type { SandboxEvent } from './objects.ts'
import type { InTurn, SandboxParts } from './parts.ts'
import { isAnythingDue, type Task } from './stored-tasks.ts'

/** Sends a webhook to the product's own address. Answers the HTTP status. */
export type SendWebhook = (body: string, headers: Readonly<Record<string, string>>) => Promise<number>

/** The waits before each further try. After the last, the event is only found by asking for it. */
const WAITS_MS = [5000, 30_000, 120_000, 600_000, ...Array<number>(12).fill(3_600_000)]
const PATIENCE_MS = 10_000

interface Parts {
  readonly db: Database
  readonly inTurn: InTurn
  readonly clock: Clock
  readonly log: Log
  readonly webhookSecret: string
}

/** Longer than a delivery takes. After it, another server delivers what one has not come back from. */
const CLAIM_MS = 60_000
/** Stripe keeps events for 30 days. */
const EVENTS_KEPT_SECONDS = 30 * 86_400
const TIDIES_EVERY_MS = 3_600_000

/** Does what is due: settles bank debits, expires pages, pays out, and delivers webhooks until they are answered 2xx. */
export class SandboxDeliveries {
  readonly #parts: Parts
  #send: SendWebhook | null = null
  #tidiedAt = -Infinity

  constructor(parts: Parts) {
    this.#parts = parts
  }

  sendWith(send: SendWebhook): void {
    this.#send = send
  }

  /** What is due stays in the database. */
  stop(): void {
    this.#send = null
  }

  /** Does what is due, in the order in which it became due. */
  async runDue(): Promise<void> {
    const { db, inTurn } = this.#parts
    while (this.#send !== null && (await isAnythingDue(db, this.#now()))) {
      const send = this.#send
      const webhook = await inTurn((parts) => nextStep(parts))
      if (webhook) await this.#deliver(webhook, send)
    }
    await this.#tidy()
  }

  /** Sends outside of any transaction, because the receiver asks the sandbox in its turn. */
  async #deliver({ taskID, task, event }: Webhook, send: SendWebhook): Promise<void> {
    const { inTurn, clock, log, webhookSecret } = this.#parts
    const body = JSON.stringify(event)
    const headers = signedHeaders(body, webhookSecret, clock.now())
    const status = await withPatience(send(body, headers)).catch(() => null)
    const wait = WAITS_MS[task.tries]
    const arrived = status !== null && status >= 200 && status < 300
    if (!arrived && wait === undefined)
      log.warn({ status, type: event.type }, 'the payments sandbox gave up delivering a webhook')
    await inTurn(({ tasks }) =>
      arrived || wait === undefined
        ? tasks.remove(taskID)
        : tasks.putOff({ taskID, task: { ...task, tries: task.tries + 1 } }, this.#now() + wait),
    )
  }

  async #tidy(): Promise<void> {
    const now = this.#now()
    if (this.#send === null || now - this.#tidiedAt < TIDIES_EVERY_MS) return
    this.#tidiedAt = now
    await this.#parts.inTurn(async ({ objects, answers }) => {
      await objects.forgetEvents(Math.floor(now / 1000) - EVENTS_KEPT_SECONDS)
      await answers.forgetOld()
    })
  }

  #now = () => this.#parts.clock.now().getTime()
}

interface Webhook {
  readonly taskID: number
  readonly task: Extract<Task, { readonly do: 'deliver' }>
  readonly event: SandboxEvent
}

/** Does the next task, or claims the webhook to be sent. */
async function nextStep(parts: SandboxParts): Promise<Webhook | null> {
  const { tasks, objects } = parts
  const now = parts.now.getTime()
  const due = await tasks.firstDue(now)
  if (!due) return null
  const { taskID, task } = due
  const event = task.do === 'deliver' ? await objects.find('event', task.eventID) : undefined
  if (task.do !== 'deliver' || !event) {
    await tasks.remove(taskID)
    await doTask(parts, task)
    return null
  }
  await tasks.putOff(due, now + CLAIM_MS)
  return { taskID, task, event }
}

/** The scheme of Stripe's signature: HMAC-SHA-256 of time and body. */
function signedHeaders(body: string, secret: string, now: Date): Record<string, string> {
  const time = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` }
}

async function withPatience<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), PATIENCE_MS)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
