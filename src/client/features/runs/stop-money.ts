import type { Run } from '#contract/v1/runs.ts'
import { chargeOfStop, moneyOf, type PricedStop, type RunMoney } from '#domain/charges.ts'
import { type Cents, nearestCents } from '#domain/money.ts'

type StopOfRun = Run['jobs'][number]
/** AUD, as in the run's answer. */
type Fee = Run['attemptFee']

/** Expected, recorded and billed amounts of these stops, by the rule with which the server bills. */
export const moneyOfStops = (stops: readonly StopOfRun[], fee: Fee): RunMoney =>
  moneyOf(stops.map(priced), inCents(fee))

/** What one stop costs its customer; null where nothing is recorded yet. */
export const chargeOfPricedStop = (stop: StopOfRun, fee: Fee): Cents | null => chargeOfStop(priced(stop), inCents(fee))

const inCents = (fee: Fee) => (fee === undefined || fee === null ? null : nearestCents(fee))

function priced({
  state,
  serviceType,
  outcome,
  pu,
  amount,
  extraAmount,
  noPickup,
  customerCancelledAt,
}: StopOfRun): PricedStop {
  return {
    state,
    serviceType,
    outcome,
    pu,
    amount: nearestCents(amount),
    extraAmount: nearestCents(extraAmount),
    skipped: noPickup !== null || customerCancelledAt !== null,
  }
}

/**
 * The figure shown beside the expected one: a draft has no records, and completing bills what was recorded. The billed
 * figure is shown alone, because the stops moved by the completion are no longer expected.
 */
export function actualOf(status: Run['status']): 'recorded' | 'billed' | null {
  return status === 'draft' ? null : status === 'active' ? 'recorded' : 'billed'
}
