import { byKey } from '#domain/by-key.ts'
import { type CellValue, suburbParts } from '#domain/import-cells.ts'
import { nameKey } from '#domain/import-rows.ts'
import { normalPostcode } from '#domain/postcodes.ts'
import { getTableColumns } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { products } from '../../db/tables/customers.ts'
import { CUSTOMER_NUMBERS } from '../customers/public.ts'
import { type CycleFacts, cycleFacts } from '../calendar/public.ts'
import type { PackageRow } from '../packages/public.ts'
import { packagePrice, withPendingPrice } from '../prices/public.ts'
import { businessToday } from '../settings/public.ts'
import type { SuburbRow } from '../suburbs/public.ts'
import { allSuburbs, suburbsByPostcode } from './all-suburbs.ts'
import { byName, type KnownPeople, knownPeople } from './known-people.ts'
import type { Faults } from './read-cells.ts'

/** The data that rows of a customers' file are checked against, loaded once. */
export interface CustomersFacts extends CycleFacts {
  readonly people: KnownPeople
  /** The highest number of all customers, including deleted ones. */
  readonly highestNumber: number
  readonly suburbByID: ReadonlyMap<string, SuburbRow>
  /** Customers for whom a price change is announced. */
  readonly pricePending: ReadonlySet<string>
  readonly packagesByID: ReadonlyMap<string, PackageRow>
  /**
   * The suburb of that name; postcode and state distinguish suburbs of the same name. Null and a fault when there is
   * none.
   */
  suburbNamed(home: NamedSuburb, faults: Faults): SuburbRow | null
  /** The package of that name; null and a fault when there is none. */
  packageNamed(name: string, faults: Faults): PackageRow | null
}

/** What a row says of its suburb, as read from its cells. */
export interface NamedSuburb {
  readonly label: CellValue
  readonly postcode?: CellValue | null | undefined
  readonly state?: CellValue | null | undefined
}

/** "Garden bags" and "GARDEN-BAG" are alike, unless there is a package of each name. */
const packageLetters = (name: string) =>
  nameKey(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/s$/, '')

export async function customersFacts(db: Queryable, now: Date): Promise<CustomersFacts> {
  const suburbs = await allSuburbs(db)
  const people = await knownPeople(db)
  const today = await businessToday(db, now)
  const packages = await db.select({ ...getTableColumns(products), price: packagePrice(today) }).from(products)
  const labelled = byName(suburbs, ({ label }) => label)
  const labelledAt = suburbsByPostcode(suburbs)
  const named = byName(packages, ({ name }) => name)
  const spelt = byKey(packages, ({ name }) => packageLetters(name))
  const suburbNamed: CustomersFacts['suburbNamed'] = ({ label: cell, postcode, state }, faults) => {
    const label = String(cell)
    const normal = postcode == null ? null : normalPostcode(String(postcode))
    const all = normal === null ? labelled(label) : labelledAt(normal)(label)
    const inState = all.length > 1 ? all.filter((one) => one.state === state) : []
    const [suburb, ...others] = inState.length > 0 ? inState : all
    const parts = suburb === undefined ? suburbParts(label) : null
    if (parts !== null)
      return suburbNamed(
        { label: parts.label, postcode: postcode ?? parts.postcode, state: state ?? parts.state },
        faults,
      )
    if (!suburb) {
      const where = normal === null ? '' : ` and the postcode ${normal}`
      faults.add('suburbLabel', `No suburb has this name${where}`)
      return null
    }
    if (others.length === 0) return suburb
    const how = normal === null ? 'Add the postcode or state' : 'Spell it as one of them'
    faults.add('suburbLabel', `Several suburbs have this name. ${how}`)
    return null
  }
  return {
    ...(await cycleFacts(db, now)),
    people,
    pricePending: await withPendingPrice(db),
    highestNumber: [...people.byNumber.keys()].reduce(
      (most, number) => Math.max(most, number),
      CUSTOMER_NUMBERS.first - 1,
    ),
    suburbByID: new Map(suburbs.map((suburb) => [suburb.suburbID, suburb])),
    packagesByID: new Map(packages.map((packageRow) => [packageRow.productID, packageRow])),

    suburbNamed,

    packageNamed(name, faults) {
      const written = named(name)
      const all = written.length > 0 ? written : (spelt.get(packageLetters(name)) ?? [])
      const offered = all.filter(({ retiredAt }) => retiredAt === null)
      const [packageRow, ...others] = offered.length > 0 ? offered : all
      if (!packageRow) faults.add('packageName', 'No service package has this name')
      else if (others.length > 0) faults.add('packageName', 'Several service packages have this name')
      return packageRow && others.length === 0 ? packageRow : null
    },
  }
}
