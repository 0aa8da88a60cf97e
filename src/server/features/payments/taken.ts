import type { providerEvents } from '../../db/tables/payments.ts'
import type { Dependencies } from '../../ports.ts'

/** What booking an event needs. */
export type EventNeeds = Pick<Dependencies, 'mail' | 'config' | 'payments'>
export type EventDeps = EventNeeds & Pick<Dependencies, 'database' | 'clock'>

export type Outcome = (typeof providerEvents.$inferSelect)['outcome']

export interface Taken {
  readonly outcome: Outcome
  readonly checkoutID?: string
  /** The first row that it added to the ledger. */
  readonly transactionID?: string | null
}
