import type { AnswerOf } from '#contract/endpoint.ts'
import type { customerRow, getCustomer } from '#contract/v1/customers.ts'
import type * as z from 'zod/mini'
import type { Day } from '#domain/dates.ts'
import { lettersWarning } from '#domain/documents/printed-letters.ts'
import { isOnRequest } from '#domain/cycle.ts'
import type { Cents } from '#domain/money.ts'
import { EMAIL_SHARED } from '#domain/emails.ts'
import { postcodeWarning } from '#domain/postcodes.ts'
import { weekFiveWarning } from '#domain/week-five.ts'
import type { Warning } from '#domain/warnings.ts'
import { type Actor, mayRead } from '../../http/serve.ts'
import { type CustomerRow, duePointer } from './customers-reads.ts'

type Customer = AnswerOf<typeof getCustomer>

export interface AccessPhoto {
  photoID: string
  takenAt: Date | null
}

export type ListedRow = Pick<
  CustomerRow,
  | 'customerID'
  | 'refNumber'
  | 'fullName'
  | 'company'
  | 'address'
  | 'suburbID'
  | 'suburb'
  | 'state'
  | 'postcode'
  | 'mobilePhone'
  | 'email'
  | 'weekNumber'
  | 'runNumber'
  | 'stopOrder'
  | 'status'
  | 'accountType'
  | 'invoiceType'
  | 'serviceType'
  | 'productID'
  | 'servicePackage'
  | 'collectionScheme'
  | 'origin'
> & { /** As JSON of the database, or as drizzle reads it. */ createdAt: Date | string }

/** The totals of the ledger; null: it is empty (domain.md 7). */
export interface AccountShown {
  credit: Cents | null
  owing: Cents | null
  totalSales: Cents | null
}

export function presentCustomerRow(
  row: ListedRow,
  account: AccountShown | undefined,
  nextPickUp: Day | null,
  actor: Pick<Actor, 'officeRole'>,
): z.infer<typeof customerRow> {
  return {
    ...row,
    refId: String(row.refNumber),
    hasEmail: row.email !== null,
    accountBalance: (account?.credit ?? 0) - (account?.owing ?? 0),
    nextPickUp,
    totalSales: mayRead(actor, 'money') ? (account?.totalSales ?? 0) : undefined,
    createdAt: new Date(row.createdAt),
  }
}

export function presentCustomer(
  row: CustomerRow,
  account: AccountShown | undefined,
  nextPickUp: Day | null,
  photos: readonly AccessPhoto[],
  feed: { createdAt: Date; readAt: Date | null } | null,
  pendingPrices: NonNullable<Customer['pendingPrices']>,
  actor: Pick<Actor, 'officeRole'>,
): Customer {
  const due = duePointer(row)
  return {
    ...row,
    ...presentCustomerRow(row, account, nextPickUp, actor),
    cycle: { collectionScheme: row.collectionScheme, due },
    due,
    photos: photos.map(({ photoID, takenAt }) => ({ photoID, url: `/v1/photos/${photoID}`, takenAt })),
    calendarFeed: feed,
    pendingPrices,
    onHold: row.heldSince && { since: row.heldSince, owing: row.heldFor },
    warnings: warningsOf(row),
  }
}

/** What the office should know but may leave unchanged. */
function warningsOf(row: CustomerRow): Warning[] {
  const warnings: Warning[] = []
  const postcode = postcodeWarning(row.postcode, row.state)
  if (postcode) warnings.push(postcode)
  const letters = lettersWarning([row.fullName, row.company, row.billToName, row.address])
  if (letters) warnings.push(letters)
  if (row.status !== 'PENDING' && row.signsIn === 0 && row.email !== null)
    warnings.push({ code: 'email_shared', message: `${EMAIL_SHARED} This customer can’t log in.` })
  if (row.status !== 'ACTIVE' || isOnRequest(row.collectionScheme)) return warnings
  const weekFive = weekFiveWarning(row.weekNumber, row.collectionScheme)
  if (weekFive) warnings.push(weekFive)
  if (row.weekNumber === null) {
    warnings.push({ code: 'no_week', message: `${row.suburb} has no week yet, so no run will pick this customer up.` })
  } else if (row.dueYear === null) {
    warnings.push({
      code: 'no_due_period',
      message: 'The calendar has no week for the first collection yet. Set it later.',
    })
  }
  return warnings
}
