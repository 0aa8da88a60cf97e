import type { Purpose } from './ledger.ts'

/** How a phone call with a customer ended. */
export const CALL_RESULTS = ['spoke', 'message', 'no_answer'] as const
export type CallResult = (typeof CALL_RESULTS)[number]

/** Entries of the ledger that a customer knows of; the others only move money between credit and invoices. */
export const TOLD_PURPOSES = ['payment', 'goodwill', 'opening', 'write_off', 'refund'] as const satisfies Purpose[]

/** Rows of a page of a customer's timeline. */
export const TIMELINE_PAGE = 20

interface Happened {
  readonly at: string
  readonly id: string
}

/** Whether the item stands below this one; at one instant the ID decides. */
export const isOlder = (item: Happened, than: Happened): boolean =>
  item.at === than.at ? item.id < than.id : item.at < than.at

export const newestFirst = <Item extends Happened>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (isOlder(a, b) ? 1 : -1))
