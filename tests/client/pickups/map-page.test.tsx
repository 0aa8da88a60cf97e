import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MapPage } from '#client/features/pickups/map/map-page.tsx'
import { StopPage } from '#client/features/pickups/stop-page.tsx'
import type { Device } from '#client/offline/store/device.ts'
import type { StoredStop } from '#client/offline/store/schema.ts'
import { bring, makeDevice, makeStop, paths, show, TIME_ZONE } from '../../support/driver-screen.tsx'

const at = (place: number) => ({ latitude: -33 - place / 10, longitude: 151 })

function screens(device: Device) {
  return (
    <Routes>
      <Route path="/pickups/map" element={<MapPage device={device} paths={paths} timeZone={TIME_ZONE} chip={null} />} />
      <Route
        path="/pickups/:assignmentID"
        element={<StopPage device={device} paths={paths} chip={null} fetchPhoto={() => Promise.resolve(null)} />}
      />
    </Routes>
  )
}

async function open(stops: StoredStop[], address = '/pickups/map') {
  const device = await makeDevice()
  await bring(device, { stops })
  return show(screens(device), address)
}
const rows = (list: HTMLElement) => within(list).getAllByRole('link')

const iPhone = () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)')
let geolocation: Partial<Geolocation> = {}
Object.defineProperty(navigator, 'geolocation', { configurable: true, get: () => geolocation })
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'prompt' } as PermissionStatus)
})
afterEach(() => vi.restoreAllMocks())

describe('The map of the stops', () => {
  test('It has the run’s stops in their order as links, and lists the ones without a place apart', async () => {
    const stops = [
      makeStop(1, { ...at(1), state: 'done', outcome: 'COLLECTED', pu: 2 }),
      makeStop(2, { latitude: null, longitude: null }),
      makeStop(3, at(3)),
      makeStop(4, { ...at(4), state: 'done', outcome: 'NO_ACCESS' }),
      makeStop(5),
      makeStop(6, { ...at(6), state: 'shifted' }),
    ]
    const { user } = await open(stops)
    expect(await screen.findByRole('img', { name: /^The stops on a map/ })).toBeInTheDocument()
    const [placed, without] = screen.getAllByRole('list', { name: 'Stops' })
    expect(rows(placed!).map((row) => row.getAttribute('href'))).toEqual(
      [0, 2, 3].map((index) => paths.pickup(stops[index]!.assignmentID)),
    )
    expect(rows(placed!)[2]).toHaveTextContent('No access')
    expect(screen.getByRole('heading', { name: '2 stops have no place yet' })).toBeVisible()
    expect(rows(without!)).toHaveLength(2)
    // The next stop is at hand from the start, and says that it is on no map.
    expect(screen.getByText(/Next stop · No place yet/)).toBeVisible()
    await user.click(rows(placed!)[1]!)
    expect(screen.getByTestId('where')).toHaveTextContent(paths.pickup(stops[2]!.assignmentID))
  })

  test('With no place at all it says what to do, and shows no empty map', async () => {
    await open([makeStop(1), makeStop(2, { latitude: -33.7 })])
    expect(await screen.findByRole('heading', { name: 'No stop has a place yet' })).toBeVisible()
    expect(screen.getByText(/Ask the office to enter where the bags stand/)).toBeVisible()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
    expect(rows(screen.getByRole('list', { name: 'Stops' }))).toHaveLength(2)
  })

  test('The phone is asked where it is only by the button, and its refusal is said', async () => {
    const watchPosition = vi.fn((_: PositionCallback, failed: PositionErrorCallback) => {
      failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)
      return 1
    })
    geolocation = { watchPosition, clearWatch: vi.fn() }
    const { user } = await open([makeStop(1, at(1))])
    const button = await screen.findByRole('button', { name: 'Show where I am' })
    expect(watchPosition).not.toHaveBeenCalled()
    await user.click(button)
    expect(await screen.findByText(/^This phone doesn’t tell the app where it is/)).toBeVisible()
  })
})

describe('“Map” on a stop', () => {
  const map = () => screen.findByRole('link', { name: 'Map' })

  test('It asks once what to open; the phone remembers the choice, which can be changed below the map', async () => {
    iPhone()
    const stops = [makeStop(1, at(1)), makeStop(2, at(2)), makeStop(3), makeStop(4, at(4))]
    const first = paths.pickup(stops[0]!.assignmentID)
    const { user, unmount } = await open(stops, first)
    await user.click(await screen.findByRole('button', { name: 'Map' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Open the map in' }))
    expect(sheet.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Map in this app',
      'Google Maps, the next stops',
      'Apple Maps',
    ])
    await user.click(sheet.getByRole('link', { name: 'Map in this app' }))
    expect(screen.getByTestId('where')).toHaveTextContent(/^\/pickups\/map\?run=.+&stop=/)
    await user.selectOptions(await screen.findByLabelText('“Map” on a stop opens'), 'Google Maps, the next stops')
    unmount()

    const later = await open(stops, first)
    expect(await map()).toHaveAttribute(
      'href',
      'https://www.google.com/maps/dir/?api=1&destination=3%20Old%20Castle%20Rd%2C%20Castle%20Hill%202154%2C%20Australia' +
        '&waypoints=-33.1%2C151%7C-33.2%2C151',
    )
    later.unmount()
  })

  test('A stop without a place keeps its address’s link, until the phone has chosen an app', async () => {
    iPhone()
    const stops = [makeStop(1), makeStop(2, at(2))]
    const first = paths.pickup(stops[0]!.assignmentID)
    const { unmount } = await open(stops, first)
    expect(await map()).toHaveAttribute('href', expect.stringMatching(/^https:\/\/maps\.apple\.com\/\?q=1%20Old/))
    unmount()
    localStorage.setItem('rr-map', 'apple')
    await open(stops, first)
    expect(await map()).toHaveAttribute('href', expect.stringMatching(/^https:\/\/maps\.apple\.com\/\?daddr=1%20Old/))
  })
})
