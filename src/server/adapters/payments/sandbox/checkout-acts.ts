import type { SandboxEvents } from './events.ts'
import type { MethodType } from './method-objects.ts'
import type { SandboxPayment, SandboxSession } from './objects.ts'
import type { SandboxPaymentActs } from './payment-acts.ts'
import type { StoredObjects } from './stored-objects.ts'
import type { DebitOutcome, Delivery, StoredTasks } from './stored-tasks.ts'

/** In reversed order, `completed` comes this long after its result. */
const REVERSED_MS = 5000

/** What a customer and the customer's bank do on a payment page, and the events that follow. */
export class SandboxCheckouts {
  readonly #objects: StoredObjects
  readonly #tasks: StoredTasks
  readonly #events: SandboxEvents
  readonly #payments: SandboxPaymentActs

  constructor(parts: {
    readonly objects: StoredObjects
    readonly tasks: StoredTasks
    readonly events: SandboxEvents
    readonly payments: SandboxPaymentActs
  }) {
    this.#objects = parts.objects
    this.#tasks = parts.tasks
    this.#events = parts.events
    this.#payments = parts.payments
  }

  async open(session: SandboxSession): Promise<void> {
    await this.#objects.add(session)
    await this.#tasks.add({ do: 'expire', sessionID: session.id }, session.expires_at * 1000)
  }

  async payByCard(session: SandboxSession, delivery: Delivery): Promise<void> {
    const payment = await this.#complete(session, 'card')
    await this.#payments.succeed(payment)
    session.payment_status = 'paid'
    await this.#objects.change(session)
    await this.#events.tell('checkout.session.completed', session, delivery)
  }

  async payByDebit(session: SandboxSession, outcome: DebitOutcome, delivery: Delivery): Promise<void> {
    const payment = await this.#complete(session, 'au_becs_debit')
    if (delivery === 'reversed') {
      const completed = await this.#events.note('checkout.session.completed', session)
      await this.settle(payment.id, session.id, outcome, 'usual')
      await this.#events.deliver(completed, REVERSED_MS)
      return
    }
    await this.#events.tell('checkout.session.completed', session, delivery)
    await this.#payments.settleLater(payment.id, session.id, outcome, delivery)
  }

  /** The bank reports whether the debit worked. @param sessionID null: an automatic charge */
  async settle(paymentID: string, sessionID: string | null, outcome: DebitOutcome, delivery: Delivery): Promise<void> {
    const payment = await this.#objects.find('payment_intent', paymentID)
    if (payment?.status !== 'processing') return
    await this.#payments.settle(payment, outcome)
    const session = await this.#objects.find('checkout.session', sessionID)
    if (!session) return
    if (outcome !== 'failed') {
      session.payment_status = 'paid'
      await this.#objects.change(session)
    }
    const result = outcome === 'failed' ? 'failed' : 'succeeded'
    await this.#events.tell(`checkout.session.async_payment_${result}`, session, delivery)
  }

  async expire(session: SandboxSession): Promise<void> {
    session.status = 'expired'
    session.url = null
    await this.#objects.change(session)
    const setup = await this.#objects.find('setup_intent', session.setup_intent)
    if (setup) await this.#objects.change({ ...setup, status: 'canceled' })
    await this.#events.tell('checkout.session.expired', session)
  }

  /** Delivers the last event about one of these objects again. */
  async deliverAgain(ids: readonly string[]): Promise<void> {
    const event = await this.#objects.last('event', ids)
    if (event) await this.#events.deliver(event.id, 0)
  }

  async #complete(session: SandboxSession, type: MethodType): Promise<SandboxPayment> {
    const { amount_total: amount, metadata } = session
    const payment = await this.#payments.begin({ amount: amount ?? 0, metadata, payment_method_types: [type] })
    session.status = 'complete'
    session.url = null
    session.payment_intent = payment.id
    await this.#objects.change(session)
    return payment
  }
}
