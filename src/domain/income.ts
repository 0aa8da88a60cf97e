import { type Cents, percentOf, showMoney, showPercent } from './money.ts'
import type { CustomerServiceType, Outcome } from './words.ts'

/** What a driver earns by one job (domain.md 8). */

export interface IncomeInput {
  serviceType: CustomerServiceType
  outcome: Outcome
  /** Bags exchanged. */
  pu: number
  /** The job's price: of one bag, or of the whole rubbish removal. */
  amount: Cents
  extraAmount: Cents
  /** Per bag. */
  payRate: Cents
  /** Basis points: 5000 = 50 %. */
  payPercentage: number
  /** How many bags an empty one counts as (setting pay.emptyAsBags). */
  emptyAsBags: number
}

export interface Income {
  amount: Cents
  /** Readable by the driver: "5 bags × $4.00 + 50% of $10.00". */
  formula: string
  /** The bags counted. */
  pu: number
}

/** A garden bag pays by the bag and a share of the extra; a rubbish removal a share of price and extra, of the price only when it was collected. */
export function incomeOf(job: IncomeInput): Income {
  const pu = bagsCounted(job)
  if (job.serviceType === 'RUBBISH_REMOVAL') {
    const price = job.outcome === 'COLLECTED' ? job.amount : 0
    return {
      amount: percentOf(price + job.extraAmount, job.payPercentage),
      formula: share(job.payPercentage, price, job.extraAmount),
      pu,
    }
  }
  const bags = `${pu} ${pu === 1 ? 'bag' : 'bags'} × ${showMoney(job.payRate)}`
  return {
    amount: job.payRate * pu + percentOf(job.extraAmount, job.payPercentage),
    formula: job.extraAmount === 0 ? bags : `${bags} + ${share(job.payPercentage, job.extraAmount)}`,
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
