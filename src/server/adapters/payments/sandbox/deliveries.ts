import { createHmac } from 'node:crypto'
import type { Clock, Log } from '../../../ports.ts'
import type { SandboxActs } from './acts.ts'
import type { SandboxState, Task } from './state.ts'

/** Sends a webhook to the product's own address. Answers the HTTP status. */
export type SendWebhook = (body: string, headers: Readonly<Record<string, string>>) => Promise<number>

/** The waits before each further try. After the last, the event is only found by asking for it. */
const WAITS_MS = [5000, 30_000, 120_000, 600_000, ...Array<number>(12).fill(3_600_000)]
const PATIENCE_MS = 10_000

interface Parts {
  readonly state: SandboxState
  readonly acts: SandboxActs
  readonly clock: Clock
  readonly log: Log
  readonly webhookSecret: string
}

/** Does what is due: settles bank debits, expires pages, pays out, and delivers webhooks until they are answered 2xx. */
export class SandboxDeliveries {
  readonly #parts: Parts
  #send: SendWebhook | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  sendWith(send: SendWebhook): void {
    this.#send = send
  }

  /** What is due stays in the file. */
  stop(): void {
    this.#send = null
  }

  /** In the order in which it became due. */
  async runDue(): Promise<void> {
    const { state, acts } = this.#parts
    let changed = this.#send !== null && acts.passTime()
    for (let task = this.#next(); task !== undefined && this.#send !== null; task = this.#next()) {
      const again = await this.#run(task, this.#send)
      state.stored.tasks = [...state.stored.tasks.filter((one) => one !== task), ...(again ? [again] : [])]
      changed = true
    }
    if (changed) await state.save()
  }

  #next(): Task | undefined {
    const now = this.#parts.clock.now().getTime()
    return this.#parts.state.stored.tasks.filter((task) => task.dueAt <= now).toSorted((a, b) => a.dueAt - b.dueAt)[0]
  }

  /** What remains to be done of the task. */
  async #run(task: Task, send: SendWebhook): Promise<Task | null> {
    const { state, acts, clock, log, webhookSecret } = this.#parts
    if (task.do === 'settle') {
      acts.settle(task.sessionID, task.succeeds, task.delivery)
      return null
    }
    const event = state.stored.events.find(({ id }) => id === task.eventID)
    if (!event) return null
    const body = JSON.stringify(event)
    const headers = signedHeaders(body, webhookSecret, clock.now())
    const status = await withPatience(send(body, headers)).catch(() => null)
    if (status !== null && status >= 200 && status < 300) return null
    const wait = WAITS_MS[task.tries]
    if (wait !== undefined) return { ...task, tries: task.tries + 1, dueAt: clock.now().getTime() + wait }
    log.warn({ status, type: event.type }, 'the payments sandbox gave up delivering a webhook')
    return null
  }
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
