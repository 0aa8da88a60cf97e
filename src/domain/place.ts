import { median, middleOf } from './middle.ts'
import type { StateOfAustralia } from './words.ts'

/** Where a customer's bags stand, as a point of the earth, and how a point is checked and read (domain.md 18). */

/** Degrees, WGS 84: south and west are negative. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/**
 * Where a place comes from: a file of customers or addresses, a person in the office, or the positions of drivers' phones
 * at their outcomes. A person's place is never replaced by a file of addresses or by positions.
 */
export const PLACE_SOURCES = ['imported', 'placed', 'learnt'] as const
export type PlaceSource = (typeof PLACE_SOURCES)[number]

/** Metres of the earth's mean radius (IUGG). */
const RADIUS = 6_371_009
const RADIANS = Math.PI / 180

/** Metres between two points in a straight line over the ground (haversine). */
export function metresBetween(a: Point, b: Point): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2)
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2)
  const chord = north * north + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * east * east
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** About 11 cm; more decimals of a measured position say nothing. */
export const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1e6) / 1e6,
  longitude: Math.round(longitude * 1e6) / 1e6,
})

export interface Box {
  readonly north: number
  readonly south: number
  readonly west: number
  readonly east: number
}

/** The mainland and Tasmania with the islands near them, degrees. */
const MAINLAND: Box = { north: -10, south: -44, west: 112.5, east: 154 }

/** Islands outside the coasts below where customers can live, each with the sea around it and the state of its postcode, degrees. */
export const ISLANDS: readonly (Box & { readonly state: StateOfAustralia })[] = [
  // Torres Strait; in its north Boigu, Dauan and Saibai are a few kilometres from Papua New Guinea.
  { state: 'QLD', north: -9.45, south: -10.9, west: 141.6, east: 144.3 },
  { state: 'QLD', north: -9.2, south: -9.45, west: 142, east: 142.95 },
  // Lord Howe Island
  { state: 'NSW', north: -31.4, south: -31.9, west: 158.9, east: 159.4 },
  // Norfolk Island
  { state: 'NSW', north: -28.9, south: -29.2, west: 167.8, east: 168.1 },
  // Christmas Island
  { state: 'WA', north: -10.3, south: -10.7, west: 105.4, east: 105.9 },
  // Cocos (Keeling) Islands
  { state: 'WA', north: -11.7, south: -12.3, west: 96.7, east: 97 },
]

export const isInside = ({ latitude, longitude }: Point, { north, south, west, east }: Box): boolean =>
  latitude <= north && latitude >= south && longitude >= west && longitude <= east

const isOnIsland = (point: Point): boolean => ISLANDS.some((island) => isInside(point, island))
const isIn = (point: Point): boolean => isInside(point, MAINLAND) || isOnIsland(point)

/**
 * The coast in steps of some 200 km, drawn about 20 km out at sea so that no house is outside. It finds a point far out,
 * not one in a harbour; `placeDoubt` finds that one.
 */
const COASTS: readonly (readonly (readonly [latitude: number, longitude: number])[])[] = [
  [
    [-10.4, 142.0],
    [-10.2, 142.8],
    [-11.9, 143.7],
    [-14.0, 144.3],
    [-14.2, 145.2],
    [-14.6, 145.7],
    [-16.0, 146.0],
    [-17.5, 146.7],
    [-18.5, 147.0],
    [-19.0, 147.8],
    [-19.7, 149.3],
    [-20.9, 150.2],
    [-22.0, 151.0],
    [-23.0, 151.6],
    [-24.0, 153.0],
    [-24.6, 153.8],
    [-26.0, 153.6],
    [-28.6, 153.9],
    [-30.5, 153.5],
    [-32.2, 153.1],
    [-33.6, 151.8],
    [-35.2, 151.1],
    [-37.5, 150.4],
    [-38.2, 149.0],
    [-38.8, 147.4],
    [-39.5, 146.7],
    [-39.0, 145.0],
    [-39.2, 143.5],
    [-38.7, 141.4],
    [-38.3, 140.2],
    [-37.1, 139.3],
    [-36.4, 137.9],
    [-36.3, 136.3],
    [-35.2, 135.3],
    [-34.2, 134.5],
    [-32.9, 133.3],
    [-32.2, 131.5],
    [-32.2, 129.0],
    [-33.0, 126.5],
    [-34.2, 124.3],
    [-34.6, 121.0],
    [-35.4, 118.5],
    [-35.3, 116.5],
    [-34.7, 114.7],
    [-33.2, 114.5],
    [-32.1, 115.0],
    [-30.0, 114.5],
    [-28.3, 113.3],
    [-26.5, 112.8],
    [-24.5, 112.9],
    [-22.0, 113.4],
    [-21.1, 114.6],
    [-20.0, 117.3],
    [-19.4, 119.8],
    [-18.2, 121.6],
    [-16.5, 122.0],
    [-15.6, 123.3],
    [-14.0, 125.0],
    [-13.5, 127.0],
    [-14.5, 128.7],
    [-13.2, 129.9],
    [-12.0, 130.0],
    [-11.0, 130.5],
    [-10.8, 132.5],
    [-11.2, 134.5],
    [-10.9, 136.9],
    [-12.2, 137.2],
    [-13.5, 137.2],
    [-15.0, 136.9],
    [-15.9, 139.0],
    [-16.3, 140.2],
    [-17.2, 140.7],
    [-15.5, 141.3],
    [-13.0, 141.3],
  ],
  [
    [-39.3, 143.6],
    [-39.3, 148.6],
    [-40.8, 148.7],
    [-43.0, 148.6],
    [-43.9, 147.2],
    [-43.8, 145.7],
    [-42.0, 144.9],
    [-40.4, 143.6],
  ],
]

/** Whether a point is inside a ring, by counting the sides that a line to the east crosses. */
function isWithin({ latitude, longitude }: Point, ring: readonly (readonly [number, number])[]): boolean {
  let inside = false
  for (const [at, [south, west]] of ring.entries()) {
    const [north, east] = ring[(at + 1) % ring.length]!
    const crosses = south > latitude !== north > latitude
    if (crosses && longitude < west + ((latitude - south) / (north - south)) * (east - west)) inside = !inside
  }
  return inside
}

const shown = ({ latitude, longitude }: Point) => `${latitude}, ${longitude}`

/** Why a pair can't be where a customer is, in a sentence; null: it can. */
export function placeProblem(point: Point): string | null {
  const { latitude, longitude } = point
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return 'This isn’t a latitude and a longitude.'
  if (latitude === 0 && longitude === 0) return 'Latitude and longitude are 0, so the point is unknown.'
  const turned = { latitude: longitude, longitude: latitude }
  if (!isIn(point) && isIn(turned)) return `Latitude and longitude look swapped: ${shown(turned)} is in Australia.`
  const south = { latitude: -latitude, longitude }
  if (!isIn(point) && isIn(south)) return `The latitude needs a minus: ${shown(south)} is in Australia.`
  if (!isIn(point)) return 'This point isn’t in Australia.'
  return isOnIsland(point) || COASTS.some((coast) => isWithin(point, coast)) ? null : 'This point is in the sea.'
}

/** Fewer places don't say where the others are. */
const OTHERS_LEAST = 3
/** Metres from the middle of one round's stops. */
const OFF_ROUND_LEAST = 30_000

/**
 * Which of a round's points are so far from the middle of all that they are probably wrong, with their metres from it. A
 * round in the country is wide, so that half its stops say what is usual.
 */
export function offRound<Item>(items: readonly Item[], pointOf: (item: Item) => Point): Map<Item, number> {
  if (items.length < OTHERS_LEAST) return new Map()
  const middle = middleOf(items.map(pointOf))
  const away = items.map((item) => [item, metresBetween(pointOf(item), middle)] as const)
  const most = Math.max(OFF_ROUND_LEAST, 5 * median(away.map(([, metres]) => metres)))
  return new Map(away.filter(([, metres]) => metres > most))
}

/** 33°52'08.4"S, 33 52.14 S, -33.8688° */
const ANGLE = String.raw`([-−+]?)(\d{1,3}(?:\.\d+)?)\s*(?:[°ºd]|deg)?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['’′m]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”″s]|''))?\s*`
const LETTER = '([NSEWnsew])?'
const PAIR = new RegExp(String.raw`^\(?${ANGLE}${LETTER}\s*[,;/\s]\s*${ANGLE}${LETTER}\)?$`)
const BEFORE = new RegExp(String.raw`^([NSns])\s*${ANGLE}[,;/\s]\s*([EWew])\s*${ANGLE}$`)
/** 33 52.14 S, 151 12.5 E, or with seconds */
const SPACED = String.raw`(\d{1,3})°?\s+(\d{1,2}(?:\.\d+)?)['’′]?(?:\s+(\d{1,2}(?:\.\d+)?)["”″]?)?\s*`
const MINUTES = new RegExp(String.raw`^${SPACED}([NS])[,;\s]+${SPACED}([EW])$`, 'i')
/** The point of a link to Google Maps (its pin before its view), Apple Maps, OpenStreetMap, of `geo:`, and with names. */
const LINKS = [
  /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/,
  /[?&](?:q|ll|query|daddr|destination|center)=(?:loc:)?(-?\d+\.\d+)(?:,|%2C|\+|%20)\s*\+?(-?\d+\.\d+)/i,
  /\/(?:search|place|dir\/[^/]*)\/(-?\d+\.\d+),\s*\+?(-?\d+\.\d+)/,
  /[?&]mlat=(-?\d+\.\d+)&mlon=(-?\d+\.\d+)/,
  /@(-?\d+\.\d+),(-?\d+\.\d+)/,
  /^geo:(-?\d+\.\d+),(-?\d+\.\d+)/,
  /#map=\d+\/(-?\d+\.\d+)\/(-?\d+\.\d+)/,
  /\blat(?:itude)?[^\w−-]{0,3}(-?\d+\.\d+)[^\w−-]{1,4}(?:lng|lon|long|longitude)[^\w−-]{0,3}(-?\d+\.\d+)/i,
]
const POINT_MAX = 2_000

/**
 * Reads a pasted pair: "-33.8688, 151.2093", "33°52'08"S 151°12'33"E", "S 33.8688, E 151.2093", or a link of a map.
 * Null: the text has no pair. The pair itself is not checked.
 */
export function readPoint(pasted: string): Point | null {
  const text = pasted.trim().replace(/\.$/, '')
  if (text.length > POINT_MAX) return null
  for (const link of LINKS) {
    const [, latitude, longitude] = link.exec(text) ?? []
    if (latitude !== undefined && longitude !== undefined)
      return rounded({ latitude: Number(latitude), longitude: Number(longitude) })
  }
  const before = BEFORE.exec(text)
  if (before) {
    const [, first, ...parts] = before
    return pairOf([...parts.slice(0, 4), first], [...parts.slice(5, 9), parts[4]])
  }
  const minutes = MINUTES.exec(text)
  if (minutes) {
    const parts = minutes.slice(1)
    return pairOf(['', ...parts.slice(0, 4)], ['', ...parts.slice(4, 8)])
  }
  const [, ...parts] = PAIR.exec(text) ?? []
  return parts.length === 0 ? null : pairOf(parts.slice(0, 5), parts.slice(5, 10))
}

/** How a place is shown and stored as a text, which `readPoint` reads. */
export const pairText = ({ latitude, longitude }: Point): string => `${latitude}, ${longitude}`

const SHORT_LINK = /\b(maps\.app\.goo\.gl|goo\.gl\/maps)\b/
const DECIMAL_COMMAS = /^[-−]?\d+,\d+[\s;]+[-−]?\d+,\d+$/

export const NO_PAIR = 'Paste a latitude and a longitude, such as -33.8688, 151.2093.'

/** Why a pasted text can't be a place, in a sentence; null: it can. */
export function pairProblem(pasted: string): string | null {
  const point = readPoint(pasted)
  if (point !== null) return placeProblem(point)
  if (SHORT_LINK.test(pasted))
    return 'This link doesn’t say where it leads. Open it, and copy the numbers from the map.'
  if (DECIMAL_COMMAS.test(pasted.trim())) return 'Write points, not commas: -33.8688, 151.2093.'
  return NO_PAIR
}

const ONE = new RegExp(String.raw`^${ANGLE}${LETTER}$`)

/** Reads one angle, such as "-33.8688", "33.8688 S" or "33°52'08"S"; null: it is none. */
export function readDegrees(text: string): number | null {
  const [, ...parts] = ONE.exec(text.trim()) ?? []
  const angle = parts.length === 0 ? Number.NaN : angleOf(parts)
  return Number.isNaN(angle) ? null : angle
}

type Parts = readonly (string | undefined)[]

/** A letter says which of the two is the latitude; without one it is the first. */
function pairOf(first: Parts, second: Parts): Point | null {
  const [one, other] = [angleOf(first), angleOf(second)]
  const isEast = (parts: Parts) => /[EW]/i.test(parts[4] ?? '')
  const isNorth = (parts: Parts) => /[NS]/i.test(parts[4] ?? '')
  if (Number.isNaN(one) || Number.isNaN(other)) return null
  if ((isEast(first) && isEast(second)) || (isNorth(first) && isNorth(second))) return null
  const turned = isEast(first) || isNorth(second)
  return rounded(turned ? { latitude: other, longitude: one } : { latitude: one, longitude: other })
}

/** NaN: it has 60 minutes or seconds, or more. */
function angleOf([sign, degrees, minutes, seconds, letter]: Parts): number {
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return Number.NaN
  const size = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
  const isNegative = /[-−]/.test(sign ?? '') || /[SW]/i.test(letter ?? '')
  return isNegative ? -size : size
}
