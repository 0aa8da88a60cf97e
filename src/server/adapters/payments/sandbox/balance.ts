import { gstOf, percentOf } from '#domain/money.ts'
import type { Clock } from '../../../ports.ts'
import type { SandboxEvents } from './events.ts'
import type { SandboxBooking, SandboxPayout } from './objects.ts'
import { newSandboxID, type SandboxState } from './state.ts'

/** Stripe's fee for an Australian card (1.7 % and 30 cents), and for a dispute that is lost. */
const FEE = { basisPoints: 170, cents: 30 }
const DISPUTE_FEE_CENTS = 2500
const DAY_SECONDS = 86_400

type Category = SandboxBooking['reporting_category']

/** The firm's balance at the provider: payments less refunds, disputes and fees, until it is paid out. */
export class SandboxBalance {
  readonly #state: SandboxState
  readonly #events: SandboxEvents
  readonly #clock: Clock

  constructor(state: SandboxState, events: SandboxEvents, clock: Clock) {
    this.#state = state
    this.#events = events
    this.#clock = clock
  }

  /** @param amount negative for what goes back */
  book(category: Category, source: string, amount: number): SandboxBooking {
    const fee = feeOf(category, amount)
    const booking: SandboxBooking = {
      id: newSandboxID('txn'),
      object: 'balance_transaction',
      amount,
      created: this.#seconds(),
      currency: 'aud',
      fee,
      fee_details: feeDetails(fee),
      net: amount - fee,
      reporting_category: category,
      source,
      payout: null,
    }
    this.#state.stored.bookings.push(booking)
    return booking
  }

  /** Sends the whole balance to the firm's bank. */
  payOut(): void {
    this.#payOut(Infinity)
  }

  /** Makes the payout of each day, of the balance at the beginning of the day in UTC. @returns whether there was one */
  payOutDaily(): boolean {
    return this.#payOut(this.#dayBegan())
  }

  /** Does nothing unless the balance is above zero. @param before seconds since 1970 */
  #payOut(before: number): boolean {
    const open = this.#state.stored.bookings.filter(({ payout, created }) => payout === null && created < before)
    const amount = open.reduce((sum, { net }) => sum + net, 0)
    if (amount <= 0) return false
    const payout: SandboxPayout = {
      id: newSandboxID('po'),
      object: 'payout',
      amount,
      arrival_date: this.#dayBegan(),
      automatic: true,
      created: this.#seconds(),
      currency: 'aud',
      livemode: false,
      reconciliation_status: 'completed',
      status: 'paid',
    }
    this.#state.stored.payouts.push(payout)
    for (const booking of [...open, this.book('payout', payout.id, -amount)]) booking.payout = payout.id
    this.#events.tell('payout.paid', payout, 'usual')
    return true
  }

  #dayBegan = () => this.#seconds() - (this.#seconds() % DAY_SECONDS)

  #seconds = () => Math.floor(this.#clock.now().getTime() / 1000)
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
