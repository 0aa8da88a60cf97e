import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnAccount } from '#contract/v1/own-account.ts'
import { cancelledAccessUntil } from '#domain/cancelled-access.ts'
import type { Queryable } from '../../db/database.ts'
import { cases } from '../../db/tables/cases.ts'
import { Refused } from '../../http/refused.ts'
import { type CustomerRow, customersByID } from '../customers/public.ts'
import { settingsInForce } from '../settings/public.ts'

type OwnAccount = AnswerOf<typeof getOwnAccount>

export async function ownRow(db: Queryable, customerID: string): Promise<CustomerRow> {
  const [row] = await customersByID(db, [customerID])
  if (!row) throw new Refused('not_found')
  return row
}

/** Invoices go to a payer whom the office entered. */
export const hasOtherPayer = ({ billToName, billToEmail }: Pick<CustomerRow, 'billToName' | 'billToEmail'>): boolean =>
  billToName !== null || billToEmail !== null

export async function ownAccountShown(db: Queryable, customerID: string, now: Date): Promise<OwnAccount> {
  const row = await ownRow(db, customerID)
  const timeZone = (await settingsInForce(db))['business.timeZone']
  const open = await db
    .select({ caseID: cases.caseID, kind: cases.kind })
    .from(cases)
    .where(
      and(
        eq(cases.customerID, customerID),
        ne(cases.state, 'closed'),
        // An answered case closes by itself.
        or(isNull(cases.disagreeUntil), gt(cases.disagreeUntil, now)),
      ),
    )
  const request = (kind: 'address_change' | 'close_account') => open.find((one) => one.kind === kind)?.caseID ?? null
  return {
    ...contactOf(row),
    invoicesToOther: hasOtherPayer(row),
    signsInUntil:
      row.status === 'CANCELED' && row.canceledAt !== null ? cancelledAccessUntil(row.canceledAt, timeZone) : null,
    requests: { addressChange: request('address_change'), closeAccount: request('close_account') },
    version: row.version,
  }
}

export function contactOf(row: CustomerRow) {
  return {
    ...row,
    refId: String(row.refNumber),
    reminders: !row.doNotRemind,
    invoicesByEmail: !row.doNotSendInvoiceEmail,
  }
}
