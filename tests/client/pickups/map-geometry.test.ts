import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  apart,
  boxAround,
  fitted,
  flattened,
  hit,
  moved,
  overlap,
  pinched,
  placedLabels,
  REACH,
  SCALES,
  scaleBar,
  together,
  toGround,
  toScreen,
  zoomed,
  type Label,
  type View,
  type XY,
} from '#client/features/pickups/map/geometry.ts'
import { metresBetween } from '#domain/place.ts'

const SIZE = { width: 390, height: 480 }
const MARGIN = 32

const decimal = (min: number, max: number) => fc.double({ min, max, noNaN: true })
/** Metres from the middle: a day's round is up to 60 km wide. */
const ground = fc.record({ x: decimal(-30_000, 30_000), y: decimal(-30_000, 30_000) })
const onCanvas = fc.record({ x: decimal(0, SIZE.width), y: decimal(0, SIZE.height) })
const view: fc.Arbitrary<View> = fc
  .tuple(ground, decimal(Math.log(SCALES.least), Math.log(SCALES.most)))
  .map(([point, log]) => ({ ...point, scale: Math.exp(log) }))
const MIDDLE = { latitude: -33.73, longitude: 151 }
const place = fc.record({ latitude: decimal(-33.93, -33.53), longitude: decimal(150.8, 151.2) })

const close = (a: XY, b: XY, within: number) => Math.hypot(a.x - b.x, a.y - b.y) <= within

describe('The ground of a map', () => {
  test('Metres on it are metres on the earth, to a few in a thousand', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [from, to] = [flattened(a, MIDDLE), flattened(b, MIDDLE)]
        const metres = metresBetween(a, b)
        expect(Math.abs(Math.hypot(from.x - to.x, from.y - to.y) - metres)).toBeLessThanOrEqual(metres * 0.004 + 0.01)
      }),
    )
  })

  test('North is up and east is right', () => {
    const here = flattened(MIDDLE, MIDDLE)
    expect(flattened({ ...MIDDLE, latitude: -33.7 }, MIDDLE).y).toBeLessThan(here.y)
    expect(flattened({ ...MIDDLE, longitude: 151.1 }, MIDDLE).x).toBeGreaterThan(here.x)
  })

  test('What is on the screen is where it is on the ground', () => {
    fc.assert(
      fc.property(view, onCanvas, (shown, at) => close(toScreen(shown, SIZE, toGround(shown, SIZE, at)), at, 0.01)),
    )
  })
})

describe('Looking at a map', () => {
  test('All stops fit into it, with a margin', () => {
    fc.assert(
      fc.property(fc.array(ground, { minLength: 1, maxLength: 60 }), (points) => {
        const shown = fitted(points, SIZE, MARGIN)
        for (const { x, y } of points.map((point) => toScreen(shown, SIZE, point))) {
          expect(x).toBeGreaterThanOrEqual(MARGIN - 0.01)
          expect(x).toBeLessThanOrEqual(SIZE.width - MARGIN + 0.01)
          expect(y).toBeGreaterThanOrEqual(MARGIN - 0.01)
          expect(y).toBeLessThanOrEqual(SIZE.height - MARGIN + 0.01)
        }
      }),
    )
  })

  test('One wrong place far away does not make one spot of the others', () => {
    fc.assert(
      fc.property(fc.array(ground, { minLength: 3, maxLength: 60 }), decimal(0, 2 * Math.PI), (points, way) => {
        const perth = { x: 3e6 * Math.cos(way), y: 3e6 * Math.sin(way) }
        expect(together([...points, perth])).not.toContain(perth)
        expect(together(points).length).toBeGreaterThanOrEqual(points.length / 2)
      }),
    )
    const town = [
      { x: 0, y: 0 },
      { x: 900, y: 0 },
      { x: 4_000, y: 2_000 },
    ]
    expect(together(town)).toEqual(town)
  })

  test('One stop, or many at one place, is in the middle of a few houses', () => {
    fc.assert(
      fc.property(ground, fc.integer({ min: 1, max: 400 }), (point, count) => {
        expect(
          fitted(
            Array.from({ length: count }, () => point),
            SIZE,
            MARGIN,
          ),
        ).toEqual({ ...point, scale: 1 })
      }),
    )
  })

  test('A canvas without room is no reason to fail', () => {
    const { scale } = fitted(
      [
        { x: 0, y: 0 },
        { x: 500, y: 9 },
      ],
      { width: 20, height: 0 },
      MARGIN,
    )
    expect(scale).toBeGreaterThanOrEqual(SCALES.least)
  })

  test('Zooming keeps what is under the finger, and ends at the limits', () => {
    fc.assert(
      fc.property(view, onCanvas, decimal(0.01, 100), (shown, at, factor) => {
        const after = zoomed(shown, SIZE, at, factor)
        expect(after.scale).toBeGreaterThanOrEqual(SCALES.least)
        expect(after.scale).toBeLessThanOrEqual(SCALES.most)
        expect(close(toScreen(after, SIZE, toGround(shown, SIZE, at)), at, 0.01)).toBe(true)
      }),
    )
  })

  test('Dragging moves everything as far as the finger', () => {
    fc.assert(
      fc.property(view, onCanvas, onCanvas, (shown, from, to) => {
        const after = moved(shown, { x: to.x - from.x, y: to.y - from.y })
        expect(close(toScreen(after, SIZE, toGround(shown, SIZE, from)), to, 0.01)).toBe(true)
      }),
    )
  })

  test('Two fingers keep the ground between them, and both of theirs when they do not turn', () => {
    fc.assert(
      fc.property(view, onCanvas, onCanvas, onCanvas, decimal(0.5, 2), (shown, a, b, to, factor) => {
        fc.pre(Math.hypot(a.x - b.x, a.y - b.y) > 20)
        const half = { x: ((b.x - a.x) / 2) * factor, y: ((b.y - a.y) / 2) * factor }
        const after: [XY, XY] = [
          { x: to.x - half.x, y: to.y - half.y },
          { x: to.x + half.x, y: to.y + half.y },
        ]
        const shownAfter = pinched(shown, SIZE, [a, b], after)
        const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
        expect(close(toScreen(shownAfter, SIZE, toGround(shown, SIZE, middle)), to, 0.01)).toBe(true)
        if (shownAfter.scale > SCALES.least && shownAfter.scale < SCALES.most)
          expect(close(toScreen(shownAfter, SIZE, toGround(shown, SIZE, a)), after[0], 0.1)).toBe(true)
      }),
    )
  })
})

describe('Tapping a map', () => {
  const dots = fc.array(onCanvas, { minLength: 1, maxLength: 60 })
  const away = (a: XY, b: XY) => Math.hypot(a.x - b.x, a.y - b.y)

  test('A target is 44 px wide, and the nearest stop of it is hit', () => {
    fc.assert(
      fc.property(dots, onCanvas, (shown, at) => {
        const nearest = Math.min(...shown.map((dot) => away(dot, at)))
        const hits = hit(shown, at)
        expect(hits.length > 0).toBe(nearest <= REACH)
        if (hits.length > 0) expect(hits.some((index) => away(shown[index]!, at) === nearest)).toBe(true)
      }),
    )
    expect(REACH * 2).toBe(44)
  })

  test('Stops that lie on one another are all hit', () => {
    fc.assert(
      fc.property(onCanvas, fc.integer({ min: 1, max: 30 }), (dot, count) => {
        expect(
          hit(
            Array.from({ length: count }, () => dot),
            dot,
          ),
        ).toHaveLength(count)
      }),
    )
  })
})

describe('What has room on a map', () => {
  const circle = fc.record({ x: decimal(0, SIZE.width), y: decimal(0, SIZE.height), radius: decimal(5, 20) })
  const label: fc.Arbitrary<Label> = fc.record({
    x: decimal(0, SIZE.width),
    y: decimal(0, SIZE.height),
    radius: decimal(5, 20),
    width: decimal(20, 160),
    height: fc.constant(17),
    name: fc.constantFrom('High St', 'Old Castle Rd', 'Showground Rd', 'Gilbert Rd', 'Church Ln'),
  })

  test('No number is over another, and the first one is always shown', () => {
    fc.assert(
      fc.property(fc.array(circle, { minLength: 1, maxLength: 60 }), (circles) => {
        const shown = apart(circles)
        expect(shown[0]).toBe(true)
        const whole = circles.filter((_, index) => shown[index])
        for (const [index, a] of whole.entries())
          for (const b of whole.slice(index + 1))
            expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(a.radius + b.radius)
      }),
    )
  })

  test('Names lie over no dot, no other name and no edge, and each street is named once', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 40 }), (labels) => {
        const taken = labels.map(boxAround)
        const boxes = placedLabels(labels, taken, SIZE)
        const placed = boxes.filter((box) => box !== null)
        for (const [index, box] of placed.entries()) {
          expect([...taken, ...placed.slice(index + 1)].some((other) => overlap(box, other))).toBe(false)
          expect(box.x >= 0 && box.x + box.width <= SIZE.width).toBe(true)
          expect(box.y >= 0 && box.y + box.height <= SIZE.height).toBe(true)
        }
        const names = labels.filter((_, index) => boxes[index] !== null).map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
      }),
    )
  })

  test('A name alone on the canvas is shown', () => {
    fc.assert(
      fc.property(label, decimal(40, SIZE.height - 40), (one, y) => {
        expect(placedLabels([{ ...one, y }], [], SIZE)).not.toEqual([null])
      }),
    )
  })

  test('The scale’s bar has a round length that fits and is no shorter than two fifths of the room', () => {
    fc.assert(
      fc.property(view, ({ scale }) => {
        const { metres, width } = scaleBar(scale, 130)
        expect(String(metres)).toMatch(/^(0\.)?0*[125]0*$/)
        expect(width).toBeCloseTo(metres * scale)
        expect(width).toBeLessThanOrEqual(130.001)
        expect(width).toBeGreaterThan(51.9)
      }),
    )
  })
})
