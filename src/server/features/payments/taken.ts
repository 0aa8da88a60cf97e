import type { providerEvents } from '../../db/tables/payments.ts'

/** What became of an event. */
export type Outcome = (typeof providerEvents.$inferSelect)['outcome']

export interface Taken {
  readonly outcome: Outcome
  readonly checkoutID?: string
  /** The first row it added to the ledger. */
  readonly transactionID?: string | null
}
