import { gstOf, percentOf } from '#domain/money.ts'
import type { SandboxEvents } from './events.ts'
import { newSandboxID } from './ids.ts'
import type { SandboxBooking, SandboxPayout } from './objects.ts'
import type { StoredObjects } from './stored-objects.ts'
import type { StoredTasks } from './stored-tasks.ts'

/** Stripe's fee for an Australian card (1.7 % and 30 cents), and for a dispute that is lost. */
const FEE = { basisPoints: 170, cents: 30 }
const DISPUTE_FEE_CENTS = 2500
const DAY_SECONDS = 86_400

type Category = SandboxBooking['reporting_category']

/** The firm's balance at the provider: payments less refunds, disputes and fees, until it is paid out. */
export class SandboxBalance {
  readonly #objects: StoredObjects
  readonly #tasks: StoredTasks
  readonly #events: SandboxEvents
  /** Seconds since 1970. */
  readonly #now: number

  constructor(parts: {
    readonly objects: StoredObjects
    readonly tasks: StoredTasks
    readonly events: SandboxEvents
    readonly now: Date
  }) {
    this.#objects = parts.objects
    this.#tasks = parts.tasks
    this.#events = parts.events
    this.#now = Math.floor(parts.now.getTime() / 1000)
  }

  /** @param amount negative for what goes back */
  async book(category: Category, source: string, amount: number): Promise<SandboxBooking> {
    const fee = feeOf(category, amount)
    const booking: SandboxBooking = {
      id: newSandboxID('txn'),
      object: 'balance_transaction',
      amount,
      created: this.#now,
      currency: 'aud',
      fee,
      fee_details: feeDetails(fee),
      net: amount - fee,
      reporting_category: category,
      source,
      payout: null,
    }
    await this.#objects.add(booking)
    await this.#planPayout()
    return booking
  }

  /** Sends the whole balance to the firm's bank. */
  payOut(): Promise<void> {
    return this.#payOut(Infinity)
  }

  /** Makes the payout of each day, of the balance at the beginning of the day in UTC. */
  async payOutDaily(): Promise<void> {
    await this.#payOut(this.#dayBegan())
    const onBalance = await this.#objects.of('balance_transaction', null)
    if (onBalance.length > 0) await this.#planPayout()
  }

  async #planPayout(): Promise<void> {
    const nextDay = (this.#dayBegan() + DAY_SECONDS) * 1000
    if (!(await this.#tasks.firstDue(nextDay, ['payOut']))) await this.#tasks.add({ do: 'payOut' }, nextDay)
  }

  /** Does nothing unless the balance is above zero. @param before seconds since 1970 */
  async #payOut(before: number): Promise<void> {
    const onBalance = await this.#objects.of('balance_transaction', null)
    const open = onBalance.filter(({ created }) => created < before)
    const amount = open.reduce((sum, { net }) => sum + net, 0)
    if (amount <= 0) return
    const payout: SandboxPayout = {
      id: newSandboxID('po'),
      object: 'payout',
      amount,
      arrival_date: this.#dayBegan(),
      automatic: true,
      created: this.#now,
      currency: 'aud',
      livemode: false,
      reconciliation_status: 'completed',
      status: 'paid',
    }
    await this.#objects.add(payout)
    for (const booking of [...open, await this.book('payout', payout.id, -amount)])
      await this.#objects.change({ ...booking, payout: payout.id }, payout.id)
    await this.#events.tell('payout.paid', payout)
  }

  #dayBegan = () => this.#now - (this.#now % DAY_SECONDS)
}

/** Stripe's fees in Australia include GST, which it states as a line of its own. */
function feeDetails(fee: number): SandboxBooking['fee_details'] {
  const amount = gstOf(fee)
  return fee === 0
    ? []
    : [
        { amount: fee - amount, type: 'stripe_fee' },
        { amount, type: 'tax' },
      ]
}

function feeOf(category: Category, amount: number): number {
  switch (category) {
    case 'charge':
      return percentOf(amount, FEE.basisPoints) + FEE.cents
    case 'dispute':
      return DISPUTE_FEE_CENTS
    case 'dispute_reversal':
      return -DISPUTE_FEE_CENTS
    default:
      return 0
  }
}
