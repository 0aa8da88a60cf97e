import { median } from '#domain/middle.ts'
import type { Point } from '#domain/place.ts'

/** The geometry of the map of stops. Pure. */

/** On the ground: metres east and south of the map's middle. On the screen: px from the canvas's upper left corner. */
export interface XY {
  readonly x: number
  readonly y: number
}

/** The size of the canvas, px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** What the canvas shows: the point of the ground in its middle, and px per metre. */
export interface View extends XY {
  readonly scale: number
}

/** On the screen, px. */
export interface Box extends XY, Size {}

/** Metres of a degree of latitude on the earth's mean radius. */
const DEGREE = 111_195
/** Px per metre: from the continent's width down to a house's. */
export const SCALES = { least: 5e-5, most: 5 }
/** Px per metre that a map of one place begins with, or of places that are one: a few houses around. */
const CLOSE = 1
/** Metres; nearer than this no place is far from the others. */
const FAR = 5_000
/** Px; half of a target that a finger hits. */
export const REACH = 22
/** Px; dots nearer than this are one to a finger at any zoom that is used. */
const SAME = 2

/** Equirectangular around the middle: right to a thousandth over a day's round. */
export const flattened = ({ latitude, longitude }: Point, middle: Point): XY => ({
  x: (longitude - middle.longitude) * DEGREE * Math.cos((middle.latitude * Math.PI) / 180),
  y: (middle.latitude - latitude) * DEGREE,
})

/**
 * Leaves out wrong places: points so far from the others that a map of all would show these as one spot.
 * @param points at least one
 */
export function together(points: readonly XY[]): XY[] {
  const middle = { x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) }
  const usual = median(points.map((point) => distance(point, middle)))
  return points.filter((point) => distance(point, middle) <= Math.max(FAR, 5 * usual))
}

export const toScreen = (view: View, size: Size, { x, y }: XY): XY => ({
  x: size.width / 2 + (x - view.x) * view.scale,
  y: size.height / 2 + (y - view.y) * view.scale,
})

export const toGround = (view: View, size: Size, { x, y }: XY): XY => ({
  x: view.x + (x - size.width / 2) / view.scale,
  y: view.y + (y - size.height / 2) / view.scale,
})

const limited = (scale: number) => Math.min(SCALES.most, Math.max(SCALES.least, scale))

/** Shows all points. @param points on the ground, at least one @param margin px kept free on each side */
export function fitted(points: readonly XY[], size: Size, margin: number): View {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const room = (px: number, metres: number) => Math.max(1, px - 2 * margin) / metres
  const scale = limited(Math.min(CLOSE, room(size.width, east - west), room(size.height, south - north)))
  return { x: (west + east) / 2, y: (north + south) / 2, scale }
}

/** Dragged. @param by px */
export const moved = (view: View, by: XY): View => ({
  ...view,
  x: view.x - by.x / view.scale,
  y: view.y - by.y / view.scale,
})

/** The ground under `at` (px) stays there. */
export function zoomed(view: View, size: Size, at: XY, factor: number): View {
  const ground = toGround(view, size, at)
  const scale = limited(view.scale * factor)
  return {
    x: ground.x - (at.x - size.width / 2) / scale,
    y: ground.y - (at.y - size.height / 2) / scale,
    scale,
  }
}

const between = (a: XY, b: XY): XY => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: XY, b: XY): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Two fingers moved, px: the ground between them stays between them. */
export function pinched(view: View, size: Size, before: readonly [XY, XY], after: readonly [XY, XY]): View {
  const [from, to] = [between(...before), between(...after)]
  const dragged = moved(view, { x: to.x - from.x, y: to.y - from.y })
  return zoomed(dragged, size, to, distance(...after) / Math.max(1, distance(...before)))
}

/** The dot nearest to a tap, with those that lie on it; none: the tap hit no dot's target. @returns their indices */
export function hit(dots: readonly XY[], at: XY): number[] {
  let nearest: XY | null = null
  for (const dot of dots) if (nearest === null || distance(dot, at) < distance(nearest, at)) nearest = dot
  if (nearest === null || distance(nearest, at) > REACH) return []
  const found = nearest
  return dots.flatMap((dot, index) => (distance(dot, found) <= SAME ? [index] : []))
}

interface Circle extends XY {
  readonly radius: number
}

/**
 * Which circles can be shown whole, none over another, the first ones first. The others are shown as points without a
 * number.
 */
export function apart(circles: readonly Circle[]): boolean[] {
  const whole: Circle[] = []
  return circles.map((circle) => {
    const isFree = whole.every((other) => distance(circle, other) >= circle.radius + other.radius)
    if (isFree) whole.push(circle)
    return isFree
  })
}

export const boxAround = ({ x, y, radius }: Circle): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

export interface Label extends Circle, Size {
  /** Labels that name the same thing: one of them is enough. */
  readonly name: string
}

/**
 * Where names of dots have room: beside, below or above theirs, inside the canvas, over no dot and no other name.
 * @param labels the most wanted first @returns for each its box, null: no room, or named elsewhere
 */
export function placedLabels(labels: readonly Label[], taken: readonly Box[], size: Size): (Box | null)[] {
  const boxes = [...taken]
  const named = new Set<string>()
  return labels.map(({ name, x, y, radius, width, height }) => {
    if (named.has(name)) return null
    const [middle, centre] = [y - height / 2, x - width / 2]
    const corners = [
      { x: x + radius, y: middle },
      { x: x - radius - width, y: middle },
      { x: centre, y: y + radius },
      { x: centre, y: y - radius - height },
    ]
    const box = corners
      .map((corner) => ({ ...corner, width, height }))
      .find((one) => isInside(one, size) && !boxes.some((other) => overlap(one, other)))
    if (box === undefined) return null
    boxes.push(box)
    named.add(name)
    return box
  })
}

const isInside = (box: Box, size: Size): boolean =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height

/** The longest bar of a round length that has room. @param most px */
export function scaleBar(scale: number, most: number): { metres: number; width: number } {
  const power = 10 ** Math.floor(Math.log10(most / scale))
  const metres = power * ([5, 2].find((times) => times * power * scale <= most) ?? 1)
  return { metres, width: metres * scale }
}
