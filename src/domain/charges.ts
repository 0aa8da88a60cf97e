import { isOnTheRun } from './jobs.ts'
import type { Cents } from './money.ts'
import type { CustomerServiceType, JobState, Outcome } from './words.ts'

/** What a customer is billed for one stop (domain.md 6): a billing line once its run is completed. */

export interface ChargeInput {
  serviceType: CustomerServiceType
  outcome: Outcome
  /** Bags exchanged. */
  pu: number
  /** The job's price: of one bag, or of the whole rubbish removal. */
  amount: Cents
  extraAmount: Cents
}

/** Who was come for in vain pays for the way. */
const ATTEMPTS: readonly Outcome[] = ['EMPTY', 'NOT_OUT', 'NO_ACCESS']

/** @param attemptFee the setting fee.attempt; null: one bag's price, so that a rubbish removal, which has none, costs nothing in vain */
export function chargeOf(
  { serviceType, outcome, pu, amount, extraAmount }: ChargeInput,
  attemptFee: Cents | null,
): Cents {
  const byTheBag = serviceType === 'GARDEN_BAG'
  if (outcome === 'COLLECTED') return (byTheBag ? pu * amount : amount) + extraAmount
  if (ATTEMPTS.includes(outcome)) return (attemptFee ?? (byTheBag ? amount : 0)) + extraAmount
  return extraAmount
}

/** One stop as a run's money counts it. */
export interface PricedStop extends Omit<ChargeInput, 'outcome'> {
  state: JobState
  outcome: Outcome | null
  /** The customer said "no pickup": nothing is planned to be collected. */
  skipped: boolean
}

/** What a run is worth. The three differ by shifted stops, extra bags, extra amounts and attempt fees. */
export interface RunMoney {
  /** As planned: one bag, or the whole price, at each stop on the run that was not skipped. */
  expected: Cents
  /** What the recorded outcomes cost the customers. */
  recorded: Cents
  /** The part of `recorded` that is locked by completing the run. */
  billed: Cents
}

/** @param attemptFee as for `chargeOf`; of a completed run the one it was completed with */
export function moneyOf(stops: readonly PricedStop[], attemptFee: Cents | null): RunMoney {
  const sum = (of: (stop: PricedStop) => Cents) => stops.reduce((all, stop) => all + of(stop), 0)
  return {
    expected: sum((stop) => (stop.skipped || !isOnTheRun(stop) ? 0 : stop.amount)),
    recorded: sum((stop) => chargeOfStop(stop, attemptFee) ?? 0),
    billed: sum((stop) => (stop.state === 'completed' ? (chargeOfStop(stop, attemptFee) ?? 0) : 0)),
  }
}

/** Null: nothing is recorded, or the stop has left the run. */
export function chargeOfStop({ outcome, ...stop }: PricedStop, attemptFee: Cents | null): Cents | null {
  return outcome === null || !isOnTheRun(stop) ? null : chargeOf({ ...stop, outcome }, attemptFee)
}
