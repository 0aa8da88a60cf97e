import { type Cents, percentOf, showMoney, showPercent } from './money.ts'
import type { CustomerServiceType, Outcome } from './words.ts'

/** What a driver earns for one stop (domain.md 8). */

export interface IncomeInput {
  serviceType: CustomerServiceType
  outcome: Outcome
  /** Bags exchanged. */
  pu: number
  /** The stop's price: per bag, or for the whole rubbish removal. */
  amount: Cents
  extraAmount: Cents
  /** Per bag. */
  payRate: Cents
  /** Basis points: 5000 = 50 %. */
  payPercentage: number
  /** How many bags an empty pickup counts as (setting pay.emptyAsBags). */
  emptyAsBags: number
}

export interface Income {
  amount: Cents
  /** For the driver to read: "5 bags × $4.00 + 50% of $10.00". */
  formula: string
  pu: number
}

/**
 * A garden bag pays per bag plus a share of the extra. A rubbish removal pays a share of price and extra, of the price
 * only when it was collected.
 */
export function incomeOf(stop: IncomeInput): Income {
  const pu = bagsCounted(stop)
  if (stop.serviceType === 'RUBBISH_REMOVAL') {
    const price = stop.outcome === 'COLLECTED' ? stop.amount : 0
    return {
      amount: percentOf(price + stop.extraAmount, stop.payPercentage),
      formula: share(stop.payPercentage, price, stop.extraAmount),
      pu,
    }
  }
  const bags = `${pu} ${pu === 1 ? 'bag' : 'bags'} × ${showMoney(stop.payRate)}`
  return {
    amount: stop.payRate * pu + percentOf(stop.extraAmount, stop.payPercentage),
    formula: stop.extraAmount === 0 ? bags : `${bags} + ${share(stop.payPercentage, stop.extraAmount)}`,
    pu,
  }
}

function bagsCounted({ outcome, pu, emptyAsBags }: IncomeInput): number {
  if (outcome === 'COLLECTED') return pu
  return outcome === 'EMPTY' ? emptyAsBags : 0
}

function share(basisPoints: number, amount: Cents, extra: Cents = 0): string {
  return `${showPercent(basisPoints)} of ${extra === 0 ? showMoney(amount) : `(${showMoney(amount)} + ${showMoney(extra)})`}`
}
