import { placeOf } from '#domain/known-place.ts'
import { median, middleOf } from '#domain/middle.ts'
import type { Point } from '#domain/place.ts'
import { stopFigure } from '#domain/run-figures.ts'
import { byKey } from '#domain/by-key.ts'
import type { MapDot, MapName, XY } from '#client/ui/map/map-content.ts'
import type { RunStop } from '../page/run-types.ts'
import { type DotLook, SEVERAL } from './driver-colours.ts'

/** Stops at one place. */
export interface StopGroup {
  readonly key: string
  readonly point: Point
  /** They are in driving order. */
  readonly stops: readonly RunStop[]
}

/** The place of a stop as a key; null: it has none. Centimetres apart is one place. */
export function keyOf(stop: RunStop): string | null {
  const point = placeOf(stop)
  return point === null ? null : `${point.latitude.toFixed(6)} ${point.longitude.toFixed(6)}`
}

/** Stops of the same place are one group: two customers on one point are one dot. Those without a place are left out. */
export function groupsOf(stops: readonly RunStop[]): StopGroup[] {
  const groups = byKey(
    stops.filter((stop) => placeOf(stop) !== null),
    (stop) => keyOf(stop)!,
  )
  return [...groups].map(([key, of]) => ({ key, point: placeOf(of[0]!)!, stops: of }))
}

/** The mark of a place where nothing was collected. */
const NOT_DONE = '×'

interface Looks {
  readonly lookOf: (driverID: string | null) => DotLook
  readonly chosen: ReadonlySet<string>
  /** Its number within its round. */
  readonly numberOf: (assignmentID: string) => number | null
}

export function dotsOf(groups: readonly StopGroup[], { lookOf, chosen, numberOf }: Looks): MapDot[] {
  return groups.map(({ key, point, stops }) => {
    const drivers = new Set(stops.map(({ driverID }) => driverID))
    const look = drivers.size === 1 ? lookOf(stops[0]!.driverID) : SEVERAL
    const figures = stops.map((stop) => stopFigure(stop))
    const mark = stops.length > 1 ? String(stops.length) : figures[0] === 'notDone' ? NOT_DONE : ''
    return {
      key,
      ...point,
      ...look,
      pale: figures.every((figure) => figure === 'done'),
      chosen: stops.some(({ assignmentID }) => chosen.has(assignmentID)),
      mark,
      number: stops.length === 1 ? String(numberOf(stops[0]!.assignmentID) ?? '') : '',
    }
  })
}

/** Each suburb's name above its customers, for a ground without names. */
export function suburbNames(groups: readonly StopGroup[]): MapName[] {
  const suburbs = byKey(
    groups.flatMap(({ point, stops }) =>
      [...new Set(stops.map(({ suburb }) => suburb))].map((name) => ({ name, point })),
    ),
    ({ name }) => name,
  )
  return [...suburbs].map(([name, of]) => ({ name, ...topOf(of.map(({ point }) => point)) }))
}

/** A dot so many times as far from the middle as half of them are is probably wrong, and its name would stand alone. */
const FAR = 10

/** In the middle from west to east, at the northernmost one. */
function topOf(points: readonly Point[]): Point {
  const { latitude: middle, longitude } = middleOf(points)
  const norths = points.map(({ latitude }) => latitude - middle)
  const far = FAR * median(norths.map(Math.abs))
  return { latitude: middle + Math.max(0, ...norths.filter((north) => north <= far)), longitude }
}

export interface DriverCount {
  readonly driverID: string | null
  readonly driver: string
  readonly stops: number
}

/** How many stops each driver has, by name, those without a driver last. */
export function driverCounts(stops: readonly RunStop[]): DriverCount[] {
  const drivers = byKey(stops, ({ driverID }) => driverID ?? '')
  return [...drivers]
    .map(([driverID, of]) => ({
      driverID: driverID === '' ? null : driverID,
      driver: of[0]!.driver ?? '',
      stops: of.length,
    }))
    .sort((a, b) => Number(a.driverID === null) - Number(b.driverID === null) || (a.driver < b.driver ? -1 : 1))
}

/** Px; a click this near to a dot hits it. */
const REACH = 14

/** The group nearest to a click. @param pixelOf where its point is on the screen */
export function groupAt(groups: readonly StopGroup[], pixelOf: (point: Point) => XY, at: XY): StopGroup | undefined {
  const away = (group: StopGroup) => {
    const { x, y } = pixelOf(group.point)
    return Math.hypot(x - at.x, y - at.y)
  }
  const [nearest] = groups.toSorted((a, b) => away(a) - away(b))
  return nearest !== undefined && away(nearest) <= REACH ? nearest : undefined
}
