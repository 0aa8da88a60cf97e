import { describe, expect, test } from 'vitest'
import { directionsLink, legFrom } from '#client/features/pickups/map/map-apps.ts'
import { deviceKind, mapsLink } from '#client/features/pickups/map-links.ts'
import { parseExtra } from '#client/features/pickups/more-sheet.tsx'
import { countStops, filterStops, nextStop, numbered, type Show, type Stop } from '#client/features/pickups/stops.ts'
import { showStop } from '#client/offline/overlay.ts'
import type { StoredStop } from '#client/offline/store/schema.ts'
import { makeStop } from '../../support/driver-screen.tsx'

const shown = (...stops: StoredStop[]): Stop[] => numbered(stops.map((stop) => showStop(stop, [], [])))
const DONE: Partial<StoredStop> = { state: 'done', outcome: 'COLLECTED', pu: 1 }

describe('The stops of a run', () => {
  test('Next is the first one without an outcome whose customer has not cancelled', () => {
    const stops = shown(
      makeStop(1, DONE),
      makeStop(2, { customerCancelledAt: '2026-11-17T00:00:00Z' }),
      makeStop(3, { state: 'shifted' }),
      makeStop(4),
    )
    expect(nextStop(stops)?.number).toBe(4)
  })

  test('A customer who cancelled is next only when nothing else is left', () => {
    const stops = shown(makeStop(1, DONE), makeStop(2, { noPickup: { noPickupID: 'n', reason: null, late: true } }))
    expect(nextStop(stops)?.number).toBe(2)
    expect(nextStop(shown(makeStop(1, DONE)))).toBeNull()
  })

  test('The tabs count the stops they show, and no stop the office took off', () => {
    const stops = shown(makeStop(1, DONE), makeStop(2), makeStop(3, { state: 'cancelled' }))
    expect(countStops(stops)).toEqual({ 'to-do': 1, done: 1, 'not-done': 0, all: 2 })
    expect(filterStops(stops, { show: 'to-do', suburb: '', words: '' }).map(({ number }) => number)).toEqual([2])
    expect(filterStops(stops, { show: 'all', suburb: '', words: '' })).toHaveLength(2)
    expect(filterStops(stops, { show: 'off', suburb: '', words: '' }).map(({ number }) => number)).toEqual([3])
  })

  test('Done counts Done and Bag MT, and no access is not done', () => {
    const stops = shown(
      makeStop(1, DONE),
      makeStop(2, { state: 'done', outcome: 'EMPTY', emptyPickup: true }),
      makeStop(3, { state: 'done', outcome: 'NO_ACCESS' }),
      makeStop(4),
    )
    expect(countStops(stops)).toEqual({ 'to-do': 1, done: 2, 'not-done': 1, all: 4 })
    const at = (show: Show) => filterStops(stops, { show, suburb: '', words: '' }).map(({ number }) => number)
    expect([at('done'), at('not-done')]).toEqual([[1, 2], [3]])
  })

  test.each(['anna', 'BRIGHT', ' castle  rd ', 'Hill', '2 old'])(
    '“%s” finds the stop by name, street or suburb',
    (words) => {
      const stops = shown(
        makeStop(2),
        makeStop(3, { capturedCustomerName: 'X', address: '9 Dan Cres', suburb: 'Dural' }),
      )
      expect(filterStops(stops, { show: 'done', suburb: '', words }).map(({ number }) => number)).toEqual([1])
    },
  )
})

describe('Searching the stops of a run', () => {
  const stops = shown(
    makeStop(1, { capturedCustomerName: 'Siobhán O’Brien', address: '4 Smith-Jones Lane', suburb: "O'Connor" }),
    makeStop(2, { capturedCustomerName: 'Anna Bright' }),
  )
  test.each([
    "o'brien",
    'O’BRIEN',
    'obrien',
    'siobhan',
    'SIOBHÁN',
    'smith jones',
    'smith-jones',
    'smithjones lane',
    'o’connor',
    "brien o'connor",
  ])('“%s” finds the stop however its apostrophes, accents and hyphens are typed', (words) => {
    expect(filterStops(stops, { show: 'all', suburb: '', words }).map(({ number }) => number)).toEqual([1])
  })
  test('A search for spaces alone shows every stop', () => {
    expect(filterStops(stops, { show: 'all', suburb: '', words: '  ' })).toHaveLength(2)
  })
})

describe('The link to the maps app', () => {
  const stop = { address: '3/88 Showground Rd', suburb: 'Castle Hill', postcode: '2154' }
  test.each([
    [
      'an Android phone',
      { userAgent: 'Mozilla/5.0 (Linux; Android 15; SM-A146P)', maxTouchPoints: 5 },
      'geo:0,0?q=3%2F88%20Showground%20Rd%2C%20Castle%20Hill%202154%2C%20Australia',
    ],
    [
      'an iPhone',
      { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4)', maxTouchPoints: 5 },
      'https://maps.apple.com/?q=3%2F88',
    ],
    [
      'an iPad that says it is a Mac',
      { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 },
      'https://maps.apple.com/?q=',
    ],
    [
      'a desk',
      { userAgent: 'Mozilla/5.0 (Windows NT 10.0)', maxTouchPoints: 0 },
      'https://www.google.com/maps/search/?api=1&query=3%2F88',
    ],
  ])('On %s it opens the maps app of that system', (_, deviceDb, link) => {
    expect(mapsLink(stop, deviceKind(deviceDb))).toContain(link)
  })
})

describe('Directions', () => {
  const [known, next, unknown, last] = shown(
    makeStop(1, { latitude: -33.7, longitude: 151.1 }),
    makeStop(2, { latitude: -33.8, longitude: 151.2 }),
    makeStop(3),
    makeStop(4),
  ) as [Stop, Stop, Stop, Stop]
  const address = (number: number) => `${number}%20Old%20Castle%20Rd%2C%20Castle%20Hill%202154%2C%20Australia`

  test('Google Maps gets three stops in their order, by place where it is known', () => {
    expect(legFrom(known, [known, next, unknown, last])).toEqual([known, next, unknown])
    expect(directionsLink('google', [known, next, unknown])).toBe(
      `https://www.google.com/maps/dir/?api=1&destination=${address(3)}&waypoints=-33.7%2C151.1%7C-33.8%2C151.2`,
    )
    expect(directionsLink('google', [unknown])).toBe(`https://www.google.com/maps/dir/?api=1&destination=${address(3)}`)
  })

  test('From a stop out of order the driver’s order goes on', () => {
    expect(legFrom(unknown, [known, next, unknown, last])).toEqual([unknown, known, next])
    expect(legFrom({ ...known, outcome: 'COLLECTED' }, [known, next])).toHaveLength(1)
  })

  test('Apple Maps and the phone’s own app get the stop', () => {
    expect(directionsLink('apple', [known, next])).toBe('https://maps.apple.com/?daddr=-33.7%2C151.1&dirflg=d')
    expect(directionsLink('geo', [known, next])).toBe('geo:-33.7,151.1?q=-33.7%2C151.1')
    expect(directionsLink('geo', [unknown])).toBe(`geo:0,0?q=${address(3)}`)
  })
})

describe('An extra amount', () => {
  test.each([
    ['', undefined],
    ['12', 12],
    ['$12.50', 12.5],
    ['12,50', 12.5],
    ['1,250', 1250],
    ['0', undefined],
  ])('“%s” is read as dollars', (text, dollars) => expect(parseExtra(text)).toEqual({ ok: true, dollars }))

  test.each([
    ['ten', 'mustBeNumber'],
    ['1.234', 'mustBeNumber'],
    ['.', 'mustBeNumber'],
    ['-3', 'mustNotBeNegative'],
  ])('“%s” is refused', (text, why) => expect(parseExtra(text)).toEqual({ ok: false, why }))
})
