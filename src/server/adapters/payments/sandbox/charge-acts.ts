import type { SandboxEvents } from './events.ts'
import type { SandboxMethod } from './method-objects.ts'
import type { SandboxMethods } from './method-acts.ts'
import type { SandboxPayment, SandboxProblem } from './objects.ts'
import type { SandboxPaymentActs } from './payment-acts.ts'
import type { StoredObjects } from './stored-objects.ts'
import type { DebitOutcome } from './stored-tasks.ts'

/** A card that is declined for now pays an amount at the next try after these. */
const DECLINED_FIRST = 2

type NewCharge = Pick<SandboxPayment, 'amount' | 'description' | 'metadata' | 'payment_method_types'>

/** Payments without the customer: each does what the saved method was chosen to do. */
export class SandboxCharges {
  readonly #objects: StoredObjects
  readonly #events: SandboxEvents
  readonly #methods: SandboxMethods
  readonly #payments: SandboxPaymentActs

  constructor(parts: {
    readonly objects: StoredObjects
    readonly events: SandboxEvents
    readonly methods: SandboxMethods
    readonly payments: SandboxPaymentActs
  }) {
    this.#objects = parts.objects
    this.#events = parts.events
    this.#methods = parts.methods
    this.#payments = parts.payments
  }

  /** The payment says whether it was declined. */
  async make(order: NewCharge, method: SandboxMethod): Promise<SandboxPayment> {
    const { customer, id, type } = method
    const payment = await this.#payments.begin({ ...order, customer, payment_method: id })
    if (type === 'card') await this.#chargeCard(payment, method)
    else await this.#debit(payment, method)
    return payment
  }

  async #chargeCard(payment: SandboxPayment, method: SandboxMethod): Promise<void> {
    const problem = await this.#declineOf(payment.amount, method)
    if (problem) await this.#payments.fail(payment, problem)
    else await this.#payments.succeed(payment)
  }

  async #debit(payment: SandboxPayment, { id, sandbox: { behaviour } }: SandboxMethod): Promise<void> {
    await this.#events.tell('payment_intent.processing', payment)
    await this.#payments.settleLater(payment.id, null, OUTCOMES[behaviour] ?? 'paid')
    if (behaviour === 'debit_cancelled') await this.#methods.endMandate(id)
  }

  async #declineOf(amount: number, method: SandboxMethod): Promise<SandboxProblem | null> {
    if (this.#methods.hasExpired(method)) return EXPIRED
    switch (method.sandbox.behaviour) {
      case 'card_hard':
        return declined('lost_card')
      case 'card_authentication':
        return { ...declined('authentication_required'), code: 'authentication_required' }
      case 'card_soft':
        return (await this.#isDeclinedForNow(amount, method)) ? declined('insufficient_funds') : null
      default:
        return null
    }
  }

  async #isDeclinedForNow(amount: number, method: SandboxMethod): Promise<boolean> {
    const { [String(amount)]: times = 0, ...others } = method.sandbox.declined
    const isDeclined = times < DECLINED_FIRST
    const declined = isDeclined ? { ...others, [String(amount)]: times + 1 } : others
    await this.#objects.change({ ...method, sandbox: { ...method.sandbox, declined } })
    return isDeclined
  }
}

const OUTCOMES: Readonly<Record<string, DebitOutcome>> = { debit_fails: 'failed', debit_returned: 'returned' }

const declined = (code: string): SandboxProblem => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code: code,
  message: 'Your card was declined.',
})

const EXPIRED: SandboxProblem = { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' }
