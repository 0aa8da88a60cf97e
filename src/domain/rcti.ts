import { addDays, type Day } from './dates.ts'
import { isABN } from './identifiers.ts'
import { type Cents, roundHalfAway } from './money.ts'
import type { EMPLOYMENT_TYPES } from './words.ts'

/** Recipient-created tax invoices: the firm writes the tax invoice of its contractor (domain.md 11, M22). */

export interface Supplier {
  readonly employmentType: (typeof EMPLOYMENT_TYPES)[number]
  readonly abn: string | null
  readonly gstRegistered: boolean
  /** The day of the agreement that the firm writes the driver's tax invoices. */
  readonly rctiAgreedOn: Day | null
}

export interface Recipient {
  readonly gstRegistered: boolean
  readonly abn: string
}

/** Whether both are registered for GST, both have an ABN, and the agreement holds on the day of issue. */
export function writesTaxInvoice(firm: Recipient, driver: Supplier, day: Day): boolean {
  return (
    firm.gstRegistered &&
    isABN(firm.abn) &&
    driver.employmentType === 'CONTRACTOR' &&
    driver.gstRegistered &&
    isABN(driver.abn ?? '') &&
    driver.rctiAgreedOn !== null &&
    driver.rctiAgreedOn <= day
  )
}

/** Rates exclude GST: 10 % on top of the sum, rounded once. */
export const gstOnTop = (subtotal: Cents): Cents => roundHalfAway(subtotal / 10)

/** Days after the work within which it is to be issued. */
const RCTI_DAYS = 28

/** @param earliest the first day of the work */
export const isLate = (earliest: Day, issued: Day): boolean => issued > addDays(earliest, RCTI_DAYS)

/** "RCTI-000042": numbered without gaps. */
export const rctiNumber = (number: number): string => `RCTI-${String(number).padStart(6, '0')}`

/** "RCAN-000007": recipient-created adjustment notes, numbered without gaps. */
export const rctiAdjustmentNumber = (number: number): string => `RCAN-${String(number).padStart(6, '0')}`
