import type { Day } from './dates.ts'

/** What the firm tells all its customers for a time, such as "No collections on 26 January" (domain.md 17). */
export interface FirmNotice {
  readonly text: string
  /** The last day it is shown. */
  readonly until: Day
}

/** Null: none is set, or its last day has passed. @param today in the business time zone */
export function noticeInForce({ text, until }: FirmNotice, today: Day): FirmNotice | null {
  return text.trim() !== '' && until !== '' && today <= until ? { text: text.trim(), until } : null
}
