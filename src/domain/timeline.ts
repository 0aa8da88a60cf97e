import type { Purpose } from './ledger.ts'

/** How a phone call with a customer ended. */
export const CALL_RESULTS = ['spoke', 'message', 'no_answer'] as const
export type CallResult = (typeof CALL_RESULTS)[number]

/** Entries of the ledger that a customer knows of; the others only move money between credit and invoices. */
export const TOLD_PURPOSES = ['payment', 'goodwill', 'opening', 'write_off', 'refund'] as const satisfies Purpose[]

/** Rows of a page of a customer's timeline. */
export const TIMELINE_PAGE = 20

interface Happened {
  readonly at: Date
  readonly id: string
}

/** Whether the item stands below this one; at one instant the ID decides. */
export function isOlder(item: Happened, than: Happened): boolean {
  const apart = item.at.getTime() - than.at.getTime()
  return apart === 0 ? item.id < than.id : apart < 0
}

export const newestFirst = <Item extends Happened>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (isOlder(a, b) ? 1 : -1))
