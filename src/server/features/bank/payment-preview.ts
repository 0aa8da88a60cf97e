import { aliasedTable, and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewBankPayment } from '#contract/v1/bank.ts'
import type { SplitPart } from '#domain/bank-split.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { bankLines } from '../../db/tables/bank.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { actContext } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { effectsOfParts } from './payment-effects.ts'

/** What booking a line for these customers would do; nothing is booked. The parts need not add up to the line yet. */
export async function paymentPreview(
  db: Queryable,
  now: Date,
  bankLineID: string,
  parts: readonly SplitPart[],
): Promise<AnswerOf<typeof previewBankPayment>> {
  const [line] = await db.select({ state: bankLines.state }).from(bankLines).where(eq(bankLines.bankLineID, bankLineID))
  if (!line) throw new Refused('not_found')
  if (line.state !== 'waiting') throw new Refused('already_decided')
  const people = await peopleByID(
    db,
    parts.map(({ customerID }) => customerID),
  )
  const shown = parts.map(({ customerID, amount }) => ({
    ...(people.get(customerID) ?? refuseField('parts', UNKNOWN)),
    amount,
  }))
  const effects = await effectsOfParts(db, actContext(await settingsInForce(db), now), parts)
  return { parts: shown.map((part, at) => ({ ...part, effect: effects[at]! })) }
}

const UNKNOWN = 'This customer doesn’t exist'
const others = aliasedTable(customers, 'others')

async function peopleByID(db: Queryable, customerIDs: readonly string[]) {
  const rows = await db
    .select({
      customerID: customers.customerID,
      name: users.fullName,
      refNumber: customers.refNumber,
      suburb: suburbs.label,
      namesakes: sql<number>`(${db
        .select({ count: sql`count(*)::integer` })
        .from(others)
        .where(
          and(
            eq(others.nameKey, customers.nameKey),
            isNull(others.hiddenAt),
            ne(others.status, 'PENDING'),
            ne(others.customerID, customers.customerID),
          ),
        )})`,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(among(customers.customerID, customerIDs))
  return new Map(rows.map(({ refNumber, ...row }) => [row.customerID, { ...row, refId: String(refNumber) }]))
}
