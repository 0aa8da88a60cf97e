import type { providerEvents } from '../../db/tables/payments.ts'

export type Outcome = (typeof providerEvents.$inferSelect)['outcome']

export interface Taken {
  readonly outcome: Outcome
  readonly checkoutID?: string
  /** The first row that it added to the ledger. */
  readonly transactionID?: string | null
}
