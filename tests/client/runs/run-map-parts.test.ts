import fc from 'fast-check'
import { expect, test } from 'vitest'
import { driverLooks, FILLS, NOBODY, SEVERAL } from '#client/features/runs/map/driver-colours.ts'
import { isClick, isInside } from '#client/features/runs/map/lasso.ts'
import { DOT_LAYER, dotLayers } from '#client/ui/map/dot-layers.ts'
import type { MapColours } from '#client/ui/map/map-content.ts'
import { dotsOf, driverCounts, groupAt, groupsOf, suburbNames } from '#client/features/runs/map/stop-dots.ts'
import { madeStop, PRIYA, stopID, TOM } from '../../fixtures/answers/run-page.ts'
import { seenBy, VISIONS, distance } from '../../support/colour-vision.ts'

const at = (n: number, more: object = {}) => madeStop(n, { latitude: -33.75, longitude: 151 + n / 100, ...more })
const BLUE = { fill: '#0072b2', ink: '#ffffff', hollow: false }
const looks = { lookOf: () => BLUE, chosen: new Set<string>(), numberOf: () => 7 }

const centre = { x: 100, y: 100 }
/** A star-shaped line around the centre, as a hand draws it. */
const line = fc.array(fc.double({ min: 20, max: 90, noNaN: true }), { minLength: 3, maxLength: 40 }).map((radii) =>
  radii.map((radius, index) => {
    const angle = (2 * Math.PI * index) / radii.length
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
  }),
)

test('a line drawn around a dot holds it, wherever it begins and whichever way it goes', () => {
  fc.assert(
    fc.property(line, fc.nat(), (drawn, from) => {
      const begin = from % drawn.length
      const turned = [...drawn.slice(begin), ...drawn.slice(0, begin)]
      expect(isInside(centre, turned)).toBe(true)
      expect(isInside(centre, turned.toReversed())).toBe(true)
    }),
  )
})

test('a dot farther out than the whole line is never held', () => {
  fc.assert(
    fc.property(line, fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), (drawn, angle) => {
      const out = { x: centre.x + 95 * Math.cos(angle), y: centre.y + 95 * Math.sin(angle) }
      expect(isInside(out, drawn)).toBe(false)
    }),
  )
})

test('a line in the shape of a C leaves out what is in its gap', () => {
  const c = [
    [0, 0],
    [30, 0],
    [30, 10],
    [10, 10],
    [10, 20],
    [30, 20],
    [30, 30],
    [0, 30],
  ].map(([x, y]) => ({ x: x!, y: y! }))
  expect(isInside({ x: 20, y: 15 }, c)).toBe(false)
  expect(isInside({ x: 5, y: 15 }, c)).toBe(true)
})

test('a pointer that trembles clicks, and one that draws does not', () => {
  expect(isClick([centre, { x: 103, y: 99 }])).toBe(true)
  expect(isClick([centre, { x: 103, y: 99 }, { x: 140, y: 100 }, centre])).toBe(false)
})

test('two customers on one point are one dot with 2; stops without a place are none', () => {
  const groups = groupsOf([at(1), at(2), madeStop(3), { ...at(1), assignmentID: stopID(4) }])
  expect(groups.map(({ stops }) => stops.map(({ assignmentID }) => assignmentID))).toEqual([
    [stopID(1), stopID(4)],
    [stopID(2)],
  ])
  expect(dotsOf(groups, looks).map(({ mark, number }) => [mark, number])).toEqual([
    ['2', ''],
    ['', '7'],
  ])
})

test('a dot is paler once all there is done, and marked where nothing was collected', () => {
  const done = { state: 'done', outcome: 'COLLECTED' } as const
  const dots = (...stops: ReturnType<typeof at>[]) => dotsOf(groupsOf(stops), looks)
  expect(dots(at(1, done))).toMatchObject([{ pale: true, mark: '' }])
  expect(dots(at(1, { state: 'done', outcome: 'NOT_OUT' }))).toMatchObject([{ pale: false, mark: '×' }])
  expect(dots(at(1, done), { ...at(1), assignmentID: stopID(2) })).toMatchObject([{ pale: false, mark: '2' }])
})

test('a dot of several drivers has no driver’s colour, and a selected one is so if any there is', () => {
  const groups = groupsOf([at(1), { ...at(1), assignmentID: stopID(2), driverID: PRIYA, driver: 'Priya Nair' }])
  expect(dotsOf(groups, { ...looks, chosen: new Set([stopID(2)]) })).toMatchObject([{ ...SEVERAL, chosen: true }])
})

test('the legend counts each driver’s stops, by name, and those without a driver last', () => {
  const priya = { driverID: PRIYA, driver: 'Priya Nair' }
  expect(driverCounts([at(1), at(2, { driverID: null, driver: null }), at(3, priya), at(4)])).toEqual([
    { driverID: PRIYA, driver: 'Priya Nair', stops: 1 },
    { driverID: TOM, driver: 'Tom Reyes', stops: 2 },
    { driverID: null, driver: '', stops: 1 },
  ])
})

test('a suburb’s name hides no dot: it stands above its customers, but not at one far off, and under all dots', () => {
  const north = (stop: number, latitude: number) => at(stop, { latitude })
  const groups = groupsOf([north(1, -33.75), north(2, -33.751), north(3, -33.748), north(4, -33.749), north(5, -33.5)])
  expect(suburbNames(groups)[0]!.latitude).toBeCloseTo(-33.748, 9)
  const layers = dotLayers({ ground: '#fff', card: '#fff', ink: '#000', soft: '#555', isDark: false } as MapColours)
  expect(layers.map(({ id }) => id).indexOf('names')).toBeLessThan(layers.map(({ id }) => id).indexOf(DOT_LAYER))
})

test('a suburb’s name stands in the middle of its customers from west to east', () => {
  const groups = groupsOf([at(1), at(2), at(6), at(9, { suburb: 'Dural' })])
  expect(suburbNames(groups)).toEqual([
    { name: 'Castle Hill', latitude: -33.75, longitude: 151.02 },
    { name: 'Dural', latitude: -33.75, longitude: 151.09 },
  ])
})

test('a click hits the nearest dot within reach', () => {
  const groups = groupsOf([at(1), at(2)])
  const pixelOf = ({ longitude }: { longitude: number }) => ({ x: (longitude - 151) * 2000, y: 0 })
  expect(groupAt(groups, pixelOf, { x: 31, y: 3 })?.stops[0]?.assignmentID).toBe(stopID(2))
  expect(groupAt(groups, pixelOf, { x: 200, y: 0 })).toBeUndefined()
})

test('drivers’ colours are told apart by everyone, also those who are colour-blind', () => {
  const fills = [...FILLS.map(({ fill }) => fill), NOBODY.fill]
  for (const vision of VISIONS)
    for (const [index, one] of fills.entries())
      for (const other of fills.slice(index + 1))
        expect(distance(seenBy(vision, one), seenBy(vision, other)), `${one} ${other} ${vision}`).toBeGreaterThan(10)
})

test('numbers can be read on every dot', () => {
  for (const { fill, ink } of [...FILLS, NOBODY, SEVERAL]) expect(contrast(fill, ink)).toBeGreaterThan(4)
})

test('the eighth driver has the first one’s colour with a hole', () => {
  const looks = [...driverLooks(Array.from({ length: 8 }, (_, at) => String(at))).values()]
  expect(looks[7]).toEqual({ ...looks[0], hollow: true })
})

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
