import { isOnTheRun } from './stop-actions.ts'
import type { Cents } from './money.ts'
import type { CustomerServiceType, StopState, Outcome } from './words.ts'

/** What a customer is billed for one stop (domain.md 6). It becomes a billing line once the run is completed. */

export interface ChargeInput {
  serviceType: CustomerServiceType
  outcome: Outcome
  /** Bags exchanged. */
  pu: number
  /** The stop's price: per bag, or for the whole rubbish removal. */
  amount: Cents
  extraAmount: Cents
}

/** Outcomes that are charged as an attempt: the driver came but could not collect. */
export const ATTEMPTS: readonly Outcome[] = ['EMPTY', 'NOT_OUT', 'NO_ACCESS']

/**
 * @param attemptFee the setting fee.attempt; null: the price of one bag, so that a failed rubbish removal, which has no
 * bag price, costs nothing
 */
export function chargeOf(
  { serviceType, outcome, pu, amount, extraAmount }: ChargeInput,
  attemptFee: Cents | null,
): Cents {
  const byTheBag = serviceType === 'GARDEN_BAG'
  if (outcome === 'COLLECTED') return (byTheBag ? pu * amount : amount) + extraAmount
  if (ATTEMPTS.includes(outcome)) return (attemptFee ?? (byTheBag ? amount : 0)) + extraAmount
  return extraAmount
}

export interface PricedStop extends Omit<ChargeInput, 'outcome'> {
  state: StopState
  outcome: Outcome | null
  /** The customer said "no pickup", so no collection is planned. */
  skipped: boolean
}

/** A run's totals. The three differ by shifted stops, extra bags, extra amounts and attempt fees. */
export interface RunMoney {
  /** As planned: one bag, or the whole price, for each stop on the run that was not skipped. */
  expected: Cents
  recorded: Cents
  /** The part of `recorded` that is locked because the run is completed. */
  billed: Cents
}

/** @param attemptFee as for `chargeOf`; for a completed run, the fee it was completed with */
export function moneyOf(stops: readonly PricedStop[], attemptFee: Cents | null): RunMoney {
  const sum = (of: (stop: PricedStop) => Cents) => stops.reduce((all, stop) => all + of(stop), 0)
  return {
    expected: sum((stop) => (stop.skipped || !isOnTheRun(stop) ? 0 : stop.amount)),
    recorded: sum((stop) => chargeOfStop(stop, attemptFee) ?? 0),
    billed: sum((stop) => (stop.state === 'completed' ? (chargeOfStop(stop, attemptFee) ?? 0) : 0)),
  }
}

/** Null: no outcome is recorded, or the stop has left the run. */
export function chargeOfStop({ outcome, ...stop }: PricedStop, attemptFee: Cents | null): Cents | null {
  return outcome === null || !isOnTheRun(stop) ? null : chargeOf({ ...stop, outcome }, attemptFee)
}
