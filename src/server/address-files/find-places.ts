import {
  type Candidate,
  type Home,
  homeOf,
  listedStreet,
  type ListedHome,
  nearness,
  streetKey,
  suburbKey,
  unitKey,
  withCandidate,
} from '#domain/address-match.ts'
import { byKey } from '#domain/by-key.ts'
import { placeProblem, type Point, rounded } from '#domain/place.ts'
import type { TableFile, TableName } from './address-tables.ts'
import type { Resident } from './residents.ts'
import { type Cells, copied, type Counts, eachRow } from './table-rows.ts'

export interface FoundPlace extends Point {
  readonly isExact: boolean
  /** Metres. */
  readonly accuracy: number
}

export interface FoundPlaces extends Counts {
  /** By customerID; without those who were not found. */
  readonly places: ReadonlyMap<string, FoundPlace>
  /** Postcodes of the customers that an address of the files has. */
  readonly postcodes: ReadonlySet<string>
  /** Number of points that can't be where a customer is. */
  readonly refused: number
  /** Number of customers whose address has only the middle of its street or suburb as a point, or none. */
  readonly withoutPoint: number
}

/**
 * Finds the customers' addresses in the tables, reading each file once. What is kept in memory grows with the customers
 * and their streets, not with the files.
 */
export async function findPlaces(
  tables: readonly TableFile[],
  residents: readonly Resident[],
  onBytes: (more: number) => void,
): Promise<FoundPlaces> {
  const counts: Counts = { broken: 0 }
  const read = async (table: TableName, take: (cells: Cells) => boolean) => {
    for (const file of tables.filter((each) => each.table === table)) await eachRow(file, counts, onBytes, take)
  }
  const wanted = residents.map(({ address, suburb, ...resident }) => ({
    ...resident,
    ...homeOf(address),
    suburb: suburbKey(suburb),
  }))
  const streets = await findStreets(read, wanted)
  const inStreet = byKey(wanted, ({ postcode, suburb, street }) => streetKey(postcode, suburb, street))
  const wantedPostcodes = new Set(residents.map(({ postcode }) => postcode))
  const postcodes = new Set<string>()
  const candidates = new Map<string, readonly Candidate[]>()
  await read('ADDRESS_DETAIL', (cells) => {
    const postcode = cells('POSTCODE')
    // A negative confidence says that nobody knows this address any more.
    if (!wantedPostcodes.has(postcode) || cells('CONFIDENCE').startsWith('-')) return true
    postcodes.add(postcode)
    const street = streets.get(cells('STREET_LOCALITY_PID'))
    const here = street && inStreet.get(streetKey(postcode, street.suburb, street.street))
    if (!here) return true
    const listed = listedHome(cells)
    if (listed === null) return true
    if (Number.isNaN(listed.number) || Number.isNaN(listed.last)) return false
    for (const { customerID, home } of here) {
      const near = nearness(home, listed)
      if (near === null) continue
      const found = { ...near, id: copied(cells('ADDRESS_DETAIL_PID')), isAlias: cells('ALIAS_PRINCIPAL') === 'A' }
      candidates.set(customerID, withCandidate(candidates.get(customerID) ?? [], found))
    }
    return true
  })
  const { points, refused } = await findPoints(
    read,
    new Set([...candidates.values()].flatMap((nearest) => nearest.map(({ id }) => id))),
  )
  const places = new Map<string, FoundPlace>()
  for (const [customerID, nearest] of candidates) {
    const best = nearest.find(({ id }) => points.has(id))
    const point = best && points.get(best.id)
    if (best && point)
      places.set(customerID, {
        latitude: point.latitude,
        longitude: point.longitude,
        isExact: best.rank === 0,
        accuracy: Math.max(best.metres, point.least),
      })
  }
  return { ...counts, places, postcodes, refused, withoutPoint: candidates.size - places.size }
}

type Read = (table: TableName, take: (cells: Cells) => boolean) => Promise<void>
interface Street {
  readonly suburb: string
  readonly street: string
}

/** The file's id of a street -> the street, of the customers' only. */
async function findStreets(
  read: Read,
  wanted: readonly (Street & { readonly home: Home })[],
): Promise<ReadonlyMap<string, Street>> {
  const bySuburb = byKey(wanted, ({ suburb }) => suburb)
  const suburbs = new Map<string, string>()
  await read('LOCALITY', (cells) => {
    const suburb = suburbKey(cells('LOCALITY_NAME'))
    if (bySuburb.has(suburb)) suburbs.set(copied(cells('LOCALITY_PID')), suburb)
    return true
  })
  const wantedStreets = new Set(wanted.map(({ suburb, street }) => streetKey('', suburb, street)))
  const streets = new Map<string, Street>()
  await read('STREET_LOCALITY', (cells) => {
    const suburb = suburbs.get(cells('LOCALITY_PID'))
    if (suburb === undefined) return true
    const street = listedStreet(cells('STREET_NAME'), cells('STREET_TYPE_CODE'), cells('STREET_SUFFIX_CODE'))
    if (wantedStreets.has(streetKey('', suburb, street)))
      streets.set(copied(cells('STREET_LOCALITY_PID')), { suburb, street: copied(street) })
    return true
  })
  return streets
}

/** Null: it has no number to compare. */
function listedHome(cells: Cells): ListedHome | null {
  const first = cells('NUMBER_FIRST')
  if (first === '') {
    const [, digits, suffix = ''] = /^(\d+)([A-Z]?)$/i.exec(lot(cells)) ?? []
    if (digits === undefined) return null
    return { number: Number(digits), last: Number(digits), suffix: suffix.toLowerCase(), unit: '', isLot: true }
  }
  // A number such as RMB 12 is not a street's.
  if (cells('NUMBER_FIRST_PREFIX') !== '') return null
  const flat = cells('FLAT_NUMBER_PREFIX') + cells('FLAT_NUMBER') + cells('FLAT_NUMBER_SUFFIX')
  return {
    number: Number(first),
    last: Number(cells('NUMBER_LAST') || first),
    suffix: cells('NUMBER_FIRST_SUFFIX').toLowerCase(),
    unit: unitKey(flat || cells('LEVEL_NUMBER')),
    isLot: false,
  }
}

const lot = (cells: Cells) => cells('LOT_NUMBER_PREFIX') + cells('LOT_NUMBER') + cells('LOT_NUMBER_SUFFIX')

/** The middle of the whole street, of the whole suburb, and an unknown kind of point. */
const TOO_COARSE: ReadonlySet<string> = new Set(['STL', 'LOC', 'UNK'])
/** A point computed between two neighbours, and its metres. */
const BETWEEN = 'GG'
const BETWEEN_METRES = 30

interface HomePoint extends Point {
  /** Metres that it is inaccurate at least. */
  readonly least: number
}

async function findPoints(
  read: Read,
  ids: ReadonlySet<string>,
): Promise<{ points: ReadonlyMap<string, HomePoint>; refused: number }> {
  const points = new Map<string, HomePoint>()
  let refused = 0
  await read('ADDRESS_DEFAULT_GEOCODE', (cells) => {
    const id = cells('ADDRESS_DETAIL_PID')
    const kind = cells('GEOCODE_TYPE_CODE')
    if (!ids.has(id) || TOO_COARSE.has(kind)) return true
    const [latitude, longitude] = [cells('LATITUDE'), cells('LONGITUDE')].map((text) => Number(text || Number.NaN))
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return false
    const point = rounded({ latitude: latitude!, longitude: longitude! })
    if (placeProblem(point) === null) points.set(copied(id), { ...point, least: kind === BETWEEN ? BETWEEN_METRES : 0 })
    else refused += 1
    return true
  })
  return { points, refused }
}
