import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OwnRules, keepRules, readRules } from '#client/features/pickups/order/own-rules.ts'
import { ShortestPage } from '#client/features/pickups/order/shortest-page.tsx'
import { rulesKey, writeMetas } from '#client/offline/store/meta.ts'
import type { StoredStop } from '#client/offline/store/schema.ts'
import { readWeek, runOnDevice } from '#client/offline/week.ts'
import { bring, makeDevice, makeStop, paths, RUN, show, TIME_ZONE } from '../../support/driver-screen.tsx'
import { SearchHere } from '../../support/search-here.ts'

/** In one street, driven from end to end and back again today. */
const STREET = [0, 4, 1, 3, 2]
const inTheStreet = (more: (at: number) => Partial<StoredStop> = () => ({})) =>
  STREET.map((along, at) => makeStop(at + 1, { latitude: -33.75, longitude: 151.1 + along / 100, ...more(at) }))
const rules = (more: Partial<OwnRules> = {}): OwnRules => ({
  start: null,
  end: null,
  startTime: '07:00',
  travel: { speed: 30, atStop: 2 },
  driven: { atStop: null, streets: [], suburbs: [] },
  customers: [],
  streets: [],
  ...more,
})

let geolocation: Partial<Geolocation> = {}
Object.defineProperty(navigator, 'geolocation', { configurable: true, get: () => geolocation })
beforeEach(() => {
  geolocation = {}
  vi.stubGlobal('Worker', SearchHere)
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'prompt' } as PermissionStatus)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(
  stops: StoredStop[],
  fetched: OwnRules | null = rules(),
  kept: OwnRules | null = null,
  clockOffsetMs = 0,
) {
  const device = await makeDevice()
  await bring(device, { stops })
  await writeMetas(device.db, { clockOffsetMs })
  if (kept !== null)
    await device.db.meta.put({ key: rulesKey(RUN), value: { at: '2026-11-18T00:00:00Z', rules: kept } })
  const shown = show(
    <ShortestPage
      device={device}
      paths={paths}
      timeZone={TIME_ZONE}
      chip={null}
      fetchRules={() => Promise.resolve(fetched)}
    />,
    `/pickups/order?run=${RUN}`,
  )
  const order = async () =>
    runOnDevice(await readWeek(device), RUN)!.jobs.map((stop) => Math.round((stop.longitude! - 151.1) * 100))
  return { ...shown, device, order }
}

test('The driver’s order stands beside the shortest, stays until the new one is taken, and comes back by Undo', async () => {
  const { user, order } = await open(inTheStreet())
  expect(await screen.findByText(/^7.2 km and 14 minutes less/)).toBeVisible()
  expect(await order()).toEqual(STREET)
  await user.click(screen.getByRole('button', { name: 'Use this order' }))
  expect(await screen.findByText(/^Your stops have this order now\./)).toBeVisible()
  const along = await order()
  expect([along, along.toReversed()]).toContainEqual([0, 1, 2, 3, 4])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Use this order' })).toBeVisible()
  expect(await order()).toEqual(STREET)
})

test('The picture of 150 stops is a few elements, and the business’s time is worked out beside the page', async () => {
  const workers: (string | undefined)[] = []
  class Noted extends SearchHere {
    constructor(url: URL, options: WorkerOptions = {}) {
      super(url, options)
      workers.push(options.name)
    }
  }
  vi.stubGlobal('Worker', Noted)
  const spread = (at: number) => ({ latitude: -33.75 + (at % 13) / 500, longitude: 151.1 + (at % 11) / 500 })
  await open(Array.from({ length: 150 }, (_, at) => makeStop(at + 1, spread(at))))
  const section = await screen.findByRole('region', { name: 'Shortest order' })
  expect(section.querySelectorAll('svg *').length).toBeLessThan(10)
  expect(workers.toSorted()).toEqual(['day', 'order'])
})

test('Only what is left is put in order; finished stops keep their places', async () => {
  const done = (at: number) =>
    at === 1 ? { state: 'done' as const, outcome: 'COLLECTED' as const, pu: 1, doneAt: '2026-11-17T23:00:00Z' } : {}
  const { user, order } = await open(inTheStreet(done))
  await user.click(await screen.findByRole('button', { name: 'Use this order' }))
  await screen.findByText(/^Your stops have this order now\./)
  const along = await order()
  expect(along[1]).toBe(4)
  expect([along.toSpliced(1, 1), along.toSpliced(1, 1).toReversed()]).toContainEqual([0, 1, 2, 3])
})

test('On a phone whose clock is a day ahead, it begins at the last stop of the office’s day', async () => {
  const done = (at: number) =>
    at === 1 ? { state: 'done' as const, outcome: 'COLLECTED' as const, pu: 1, doneAt: '2026-11-17T01:00:00Z' } : {}
  await open(inTheStreet(done), rules(), null, -86_400_000)
  expect(await screen.findByText(/^From your last stop\./)).toBeVisible()
})

test('Rules that a phone kept before its clock was set back are asked for again', async () => {
  const device = await makeDevice()
  await bring(device, { stops: inTheStreet() })
  await device.db.meta.put({ key: rulesKey(RUN), value: { at: '2026-11-20T00:00:00Z', rules: rules() } })
  const newer = rules({ startTime: '06:00' })
  await keepRules(device, (() => Promise.resolve({ kind: 'ok', value: newer, status: 200, etag: null })) as never)
  expect(await readRules(device, RUN)).toEqual(newer)
})

test('It begins where the phone is, if the driver lets it', async () => {
  geolocation = {
    watchPosition: (tell) => {
      const coords = { latitude: -33.75, longitude: 151.15, accuracy: 10, toJSON: () => ({}) }
      tell({ coords } as unknown as GeolocationPosition)
      return 1
    },
    clearWatch: () => undefined,
  }
  const { user, order } = await open(inTheStreet())
  await user.click(await screen.findByRole('button', { name: 'Start from where I am' }))
  expect(await screen.findByText(/^From where you are\./)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Use this order' }))
  await waitFor(async () => expect(await order()).toEqual([4, 3, 2, 1, 0]))
})

test('Without signal what the phone has kept counts, such as a wish to be first', async () => {
  const stops = inTheStreet()
  const wish = { customerID: stops[4]!.customerID, suburbID: stops[4]!.customerID, orderWish: 'first' }
  const { user, order, device } = await open(stops, null, rules({ customers: [wish] }))
  expect(await readRules(device, RUN)).not.toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Use this order' }))
  await screen.findByText(/^Your stops have this order now\./)
  expect((await order())[0]).toBe(2)
})

test('Where the order starts and ends is named as in the office, and a place that the office has not set is said', async () => {
  const point = { latitude: -33.76, longitude: 151.11 }
  const { unmount } = await open(inTheStreet(), rules({ start: point, startsAt: 'depot', end: point, endsAt: 'tip' }))
  expect(await screen.findByText(/^From the depot to the tip\./)).toBeVisible()
  expect(screen.queryByText(/hasn’t set/)).toBeNull()
  unmount()
  const another = await open(inTheStreet(), rules({ startsAt: 'depot', endsAt: 'home' }))
  expect(await screen.findByText(/^From the first stop\./)).toBeVisible()
  expect(screen.getByText('The office hasn’t set the depot, so your run can start or end anywhere.')).toBeVisible()
  expect(screen.getByText('The office hasn’t set your home, so your run can start or end anywhere.')).toBeVisible()
  another.unmount()
  // Kept by an earlier version, which did not say what the office chose.
  await open(inTheStreet(), rules({ start: point, end: point }))
  expect(await screen.findByText(/^From the start of your run to the end of your run\./)).toBeVisible()
})

test('An order without the office’s wishes says so', async () => {
  await open(inTheStreet(), null)
  expect(
    await screen.findByText('The office’s wishes for the order aren’t on this phone yet, so they aren’t kept.'),
  ).toBeVisible()
})

test('Stops without a place are counted, and fewer than two with one are said', async () => {
  const without = (at: number) => (at > 1 ? { latitude: null, longitude: null } : {})
  await open(inTheStreet(without))
  expect(await screen.findByText(/^3 stops have no place on the map/)).toBeVisible()
})

test('Stops at one point are said, and that all are', async () => {
  const { unmount } = await open(inTheStreet((at) => (at === 1 ? { longitude: 151.1 } : {})))
  expect(await screen.findByText(/^1 stop is at the same point as another one\./)).toBeVisible()
  unmount()
  await open(inTheStreet(() => ({ longitude: 151.1 })))
  expect(await screen.findByText(/^All these stops are at one point on the map/)).toBeVisible()
})

test('Nothing is proposed where nobody knows where the bags stand', async () => {
  await open(inTheStreet(() => ({ latitude: null, longitude: null })))
  expect(await screen.findByText(/^Fewer than two of the stops left have a place/)).toBeVisible()
})
