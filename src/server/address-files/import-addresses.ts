import { counted, type OnProgress } from '../backups/progress.ts'
import { placesOf } from '../features/places/public.ts'
import { forgetDrivenTimes } from '../features/runs/driven-times/driven-times-commands.ts'
import type { Dependencies } from '../ports.ts'
import { findTables } from './address-tables.ts'
import { findPlaces } from './find-places.ts'
import { residentsOf } from './residents.ts'
import { isNew, isSame, writePlaces } from './write-places.ts'

/** What `npm run import-addresses` is to do. */
export interface AddressOrder {
  /** Files and folders, as full paths. */
  readonly files: readonly string[]
  readonly apply: boolean
}

export interface ImportedAddresses {
  readonly applied: boolean
  /** Numbers of customers. `exact`, `near` and `unmatched` together are all who are not deleted. */
  readonly exact: number
  readonly near: number
  readonly unmatched: number
  /** How many of the unmatched are in a postcode that the files don't have, and how many have no usable point. */
  readonly elsewhere: number
  readonly withoutPoint: number
  /** The first ones. */
  readonly unmatchedRefIDs: readonly string[]
  /** How many of the matched get a place, have this one already, and keep another. */
  readonly places: number
  readonly same: number
  readonly stays: number
  /** Numbers of points and lines. */
  readonly refused: number
  readonly broken: number
}

interface Settings extends Pick<Dependencies, 'database' | 'clock'> {
  readonly onProgress?: OnProgress | undefined
}

const SHOWN = 20

/** Runs in this process, or in the running server where the database is embedded. Throws a sentence. */
export async function importAddresses(
  { database: { db }, clock, onProgress = () => undefined }: Settings,
  { files, apply }: AddressOrder,
): Promise<ImportedAddresses> {
  const tables = await findTables(files)
  const all = await residentsOf(db)
  if (all.length === 0) throw new Error('There are no customers yet. Nothing was written.')
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const found = await findPlaces(tables, all, counted(onProgress, 'addresses', bytes))
  if (found.postcodes.size === 0)
    throw new Error('No address of these files has a postcode of a customer. Nothing was written.')
  const { places, refused, broken, withoutPoint } = found
  const matched = all.filter(({ customerID }) => places.has(customerID))
  const unmatched = all.filter(({ customerID }) => !places.has(customerID))
  const exact = [...places.values()].filter(({ isExact }) => isExact).length
  const stored = await placesOf(
    db,
    matched.map(({ customerID }) => customerID),
  )
  const placeOf = (customerID: string) => stored.get(customerID) ?? null
  const same = matched.filter(({ customerID }) => isSame(placeOf(customerID), places.get(customerID)!))
  const fresh = matched.filter(({ customerID }) => isNew(placeOf(customerID), places.get(customerID)!))
  const written = apply ? await writePlaces(db, clock.now(), fresh, places) : 0
  if (written > 0) await forgetDrivenTimes(db)
  const counts = { exact, near: matched.length - exact, unmatched: unmatched.length, refused, broken, withoutPoint }
  return {
    ...counts,
    applied: apply,
    elsewhere: unmatched.filter(({ postcode }) => !found.postcodes.has(postcode)).length,
    unmatchedRefIDs: unmatched.slice(0, SHOWN).map(({ refNumber }) => String(refNumber)),
    places: apply ? written : fresh.length,
    same: same.length,
    stays: matched.length - same.length - fresh.length,
  }
}
