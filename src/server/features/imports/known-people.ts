import { asc, eq, gt } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { closest, customerKey, customerSpelling, nameKey, type NamedHome, spelling } from '#domain/import-rows.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import { type CustomerRow, customersByID } from '../customers/public.ts'
import { type PlaceRow, placesOf } from '../places/public.ts'
import type { Candidate } from './customer-doubles.ts'
import { broughtBefore, type BroughtBefore } from './customers-brought.ts'

/** The existing people, by everything that may identify them in a row. */
export interface KnownPeople {
  readonly byNumber: ReadonlyMap<number, Known>
  /** All accounts that sign in, customers or not. */
  readonly byEmail: ReadonlyMap<string, Known>
  /** Customers of earlier imports with that name and address. */
  namedAt(home: NamedHome): readonly Known[]
  /** All customers who were not deleted, to be compared with new ones. */
  readonly candidates: readonly (Candidate & { readonly userID: string })[]
}

export interface Known {
  readonly userID: string
  readonly isDeleted: boolean
  /** Created by an import, so that a row without a number may mean this customer. */
  readonly isMigrated: boolean
}

export interface Before extends CustomerRow {
  readonly brought: BroughtBefore
  readonly place: PlaceRow | null
}

const PAGE = 2_000

/** Reads in pages, so that other requests do not wait for all rows. */
export async function knownPeople(db: Queryable): Promise<KnownPeople> {
  const byNumber = new Map<number, Known>()
  const byEmail = new Map<string, Known>()
  const byHome = new Map<string, { known: Known; written: string }[]>()
  const candidates: (Candidate & { userID: string })[] = []
  let last: string | undefined
  for (;;) {
    const page = await pageOfPeople(db, last)
    for (const { userID, email, signsIn, firstName, lastName, customer } of page) {
      const known = {
        userID,
        isDeleted: customer?.hiddenAt != null,
        isMigrated: customer?.origin === 'MIGRATED' && customer.hiddenAt === null,
      }
      if (email !== null && signsIn === 1) byEmail.set(email.toLowerCase(), known)
      if (!customer) continue
      byNumber.set(customer.refNumber, known)
      const home = { ...customer, firstName, lastName }
      if (!known.isDeleted)
        candidates.push({ ...home, userID, called: `${customer.refNumber} ${firstName} ${lastName}` })
      if (!known.isMigrated) continue
      const key = customerKey(home)
      byHome.set(key, [...(byHome.get(key) ?? []), { known, written: customerSpelling(home) }])
    }
    last = page.at(-1)?.userID
    if (page.length < PAGE) break
  }
  return {
    byNumber,
    byEmail,
    candidates,
    namedAt: (home) => {
      const written = customerSpelling(home)
      return closest(byHome.get(customerKey(home)) ?? [], (one) => one.written === written).map(({ known }) => known)
    },
  }
}

const pageOfPeople = (db: Queryable, last: string | undefined) =>
  db
    .select({
      userID: users.userID,
      email: users.email,
      signsIn: users.signsIn,
      firstName: users.firstName,
      lastName: users.lastName,
      customer: {
        refNumber: customers.refNumber,
        address: customers.address,
        suburbID: customers.suburbID,
        mobilePhone: customers.mobilePhone,
        homePhone: customers.homePhone,
        origin: customers.origin,
        hiddenAt: customers.hiddenAt,
      },
    })
    .from(users)
    .leftJoin(customers, eq(customers.customerID, users.userID))
    .where(last === undefined ? undefined : gt(users.userID, last))
    .orderBy(asc(users.userID))
    .limit(PAGE)

export async function before(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, Before>> {
  const found = new Map<string, Before>()
  for (let at = 0; at < customerIDs.length; at += PAGE / 2) {
    const ids = customerIDs.slice(at, at + PAGE / 2)
    const broughtOf = await broughtBefore(db, ids)
    const places = await placesOf(db, ids)
    for (const row of await customersByID(db, ids))
      found.set(row.customerID, {
        ...row,
        brought: broughtOf(row.customerID),
        place: places.get(row.customerID) ?? null,
      })
  }
  return found
}

/** Finds items by name; of several alike, those with the exact spelling. */
export function byName<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): (name: string) => readonly Thing[] {
  const alike = byKey(things, (thing) => nameKey(nameOf(thing)))
  return (name) => closest(alike.get(nameKey(name)) ?? [], (thing) => spelling(nameOf(thing)) === spelling(name))
}
