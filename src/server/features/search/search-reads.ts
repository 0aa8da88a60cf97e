import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { folded } from '#domain/texts.ts'
import { INVOICE_KINDS } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { foldedIn } from '../../db/folded.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { customerOf } from '../../http/depots.ts'
import { keywordIn, keywordInText } from '../../http/keyword.ts'
import { readableIDText, refIdText } from '../runs/public.ts'

/** Maximum number of results per kind. */
export const FEW = 6
/** One more, to know whether there are more. */
const ASKED = FEW + 1

type Kind = 'customer' | 'request'

/**
 * Searches the fields of the customers' list. The one with exactly this refId comes first, then people of this name,
 * then those whose address, phone or email it is; among each, active customers.
 * @param depotID only what belongs to this depot; undefined: everything
 */
export async function customersFound(db: Queryable, keyword: string, kind: Kind, depotID: string | undefined) {
  const ofDepot = customerOf(customers.customerID, depotID)
  const called = /^\d{1,9}$/.test(keyword)
    ? await customersWhere(db, kind, and(ofDepot, eq(customers.refNumber, Number(keyword))))
    : []
  const anywhere = and(
    ofDepot,
    keywordInText(keyword, customers.searchText, [customers.mobilePhone, customers.homePhone]),
  )
  const isNamed = or(
    keywordInText(keyword, customers.nameKey, []),
    keywordInText(keyword, foldedIn(sql`coalesce(${customers.company}, '')`), []),
  )
  // The text of the search has an index, and contains the name.
  const named = await customersWhere(db, kind, and(anywhere, isNamed))
  const others = named.length < ASKED ? await customersWhere(db, kind, anywhere) : []
  const found = new Map([...called, ...named, ...others].map((row) => [row.customerID, row]))
  return [...found.values()].slice(0, ASKED)
}

function customersWhere(db: Queryable, kind: Kind, where: SQL | undefined) {
  // The matches are chosen before anything is joined, because a common name has thousands.
  const best = db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      company: customers.company,
      address: customers.address,
      suburbID: customers.suburbID,
      postcode: customers.postcode,
      status: customers.status,
      nameKey: customers.nameKey,
    })
    .from(customers)
    .where(
      and(
        isNull(customers.hiddenAt),
        kind === 'request' ? eq(customers.status, 'PENDING') : ne(customers.status, 'PENDING'),
        where,
      ),
    )
    // The order of an index (`customers_listed`): thousands of matches need no sorting.
    .orderBy(asc(customers.status), asc(customers.nameKey), asc(customers.customerID))
    .limit(ASKED)
    .as('best')
  return db
    .select({
      customerID: best.customerID,
      refNumber: best.refNumber,
      fullName: users.fullName,
      company: best.company,
      address: best.address,
      suburb: suburbs.label,
      postcode: best.postcode,
      status: best.status,
    })
    .from(best)
    .innerJoin(users, eq(users.userID, best.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, best.suburbID))
    .orderBy(asc(best.status), asc(best.nameKey), asc(best.customerID))
}

export function driversFound(db: Queryable, keyword: string, depotID: string | undefined) {
  return db
    .select({ driverID: drivers.driverID, fullName: users.fullName, mobilePhone: drivers.mobilePhone })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(
      and(
        depotID === undefined ? undefined : eq(drivers.depotID, depotID),
        keywordIn(keyword, [users.fullName, users.email], [drivers.mobilePhone]),
      ),
    )
    .orderBy(foldedIn(users.fullName), asc(drivers.driverID))
    .limit(ASKED)
}

/** Suburbs whose label begins with the keyword come first. */
export function suburbsFound(db: Queryable, keyword: string, depotID: string | undefined) {
  const begins: SQL = sql`starts_with(${foldedIn(suburbs.label)}, ${folded(keyword)})`
  return db
    .select()
    .from(suburbs)
    .where(
      and(
        depotID === undefined ? undefined : eq(suburbs.depotID, depotID),
        keywordIn(keyword, [suburbs.label, suburbs.postCode]),
      ),
    )
    .orderBy(desc(begins), foldedIn(suburbs.label), asc(suburbs.postCode))
    .limit(ASKED)
}

/** The run with exactly this name comes first, then the latest. */
export async function runsFound(db: Queryable, keyword: string, depotID: string | undefined) {
  // Run names contain nothing else, so a person's name is not looked for in every run.
  if (/[^\drw()\s]/.test(folded(keyword))) return []
  const [refID, readableID] = [sql`lower(${refIdText})`, sql`lower(replace(${readableIDText}, '-', ''))`]
  const named = or(...[refID, readableID].map((name) => sql`${name} = ${folded(keyword)}`))!
  return db
    .select()
    .from(runs)
    .where(
      and(
        depotID === undefined ? undefined : eq(runs.depotID, depotID),
        keywordInText(keyword, sql`(${refID} || E'\\n' || ${readableID})`, []),
      ),
    )
    .orderBy(desc(named), desc(runs.fromDate), desc(runs.sequenceNumber))
    .limit(ASKED)
}

const KINDS = { inv: 'invoice', open: 'opening', debit: 'debit' } as const

/** Finds an invoice number however it is typed: "INV-000123", "inv123", "123". */
export async function invoicesFound(db: Queryable, keyword: string, depotID: string | undefined) {
  const [, prefix, number] = /^(?:(inv|open|debit)-?)?(\d{1,9})$/i.exec(keyword) ?? []
  if (number === undefined) return []
  const kind = KINDS[prefix?.toLowerCase() as keyof typeof KINDS]
  return db
    .select({
      invoiceID: invoices.invoiceID,
      kind: invoices.kind,
      number: invoices.number,
      amount: invoices.amount,
      dueDate: invoices.dueDate,
      customer: users.fullName,
    })
    .from(invoices)
    .innerJoin(users, eq(users.userID, invoices.customerID))
    .where(
      and(
        customerOf(invoices.customerID, depotID),
        inArray(invoices.kind, kind === undefined ? INVOICE_KINDS : [kind]),
        eq(invoices.number, Number(number)),
      ),
    )
    .orderBy(desc(invoices.issueDate))
    .limit(ASKED)
}
