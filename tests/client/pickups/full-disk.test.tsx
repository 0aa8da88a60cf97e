import { hold, saveStopDraft, stopDrafts } from '#client/offline/store/records.ts'
import { shownWeek } from '#client/offline/week.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#client/app/error-boundary.tsx'
import { PickupsPage } from '#client/features/pickups/pickups-page.tsx'
import { StopPage } from '#client/features/pickups/stop-page.tsx'
import { signOutOnDevice } from '#client/offline/deletions.ts'
import { saveDone } from '#client/offline/outbox/record.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import { fillDisk, withJournal } from '../../support/failing-disk.ts'
import { bring, makeDevice, makeRun, makeStop, paths, show, TIME_ZONE } from '../../support/driver-screen.tsx'
// React reports each error that the error screen shows.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

function Pages({ device }: { device: Device }) {
  const fetchPhoto = () => Promise.resolve(null)
  const driver = { device, paths, chip: <Link to="/elsewhere">Elsewhere</Link>, fetchPhoto }
  return (
    <ErrorBoundary home="/pickups" page={useLocation().pathname}>
      <Routes>
        <Route
          path="/pickups"
          element={<PickupsPage {...driver} timeZone={TIME_ZONE} onLook={() => Promise.resolve()} />}
        />
        <Route path="/pickups/:assignmentID" element={<StopPage {...driver} />} />
        <Route path="/elsewhere" element={<Link to="/pickups">To the list</Link>} />
      </Routes>
    </ErrorBoundary>
  )
}

const card = () => screen.findByRole('region', { name: 'Next stop' })
const nextIs = (street: string) => waitFor(async () => expect(within(await card()).getByText(street)).toBeVisible())
const settled = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-disabled', 'false'))

/** The driver's list with three stops. */
async function onTheList() {
  const device = await makeDevice(withJournal())
  const stops = [makeStop(1), makeStop(2), makeStop(3)]
  await bring(device, { stops })
  return { device, stops, ...show(<Pages device={device} />) }
}

describe('While the phone’s disk is full', () => {
  test('The driver opens a stop’s page and returns, and goes on recording on both', async () => {
    const { device, user } = await onTheList()
    await nextIs('1 Old Castle Rd')
    const free = fillDisk(device)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await nextIs('2 Old Castle Rd')

    await user.click(within(await card()).getByRole('button', { name: /2 Old Castle Rd/ }))
    expect(await screen.findByRole('region', { name: 'Stop 2' })).toHaveTextContent('2 Old Castle Rd')
    await settled()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/Saved on this phone, not sent yet/)).toBeVisible()

    await user.click(screen.getByRole('link', { name: /Back to the stops/ }))
    await nextIs('3 Old Castle Rd')
    expect(screen.getByRole('progressbar', { name: '2 of 3 done' })).toBeInTheDocument()
    await settled()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('heading', { name: 'All 3 done' })).toBeVisible()
    expect([...device.records.values()].map(({ event }) => event.seq)).toEqual([1, 2, 3])
    free()
  })

  test('A list that was left before the disk was full comes back with what was recorded since', async () => {
    const { device, stops, user } = await onTheList()
    await nextIs('1 Old Castle Rd')
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await screen.findByRole('link', { name: 'To the list' })
    await saveDone(device, stops[0]!.assignmentID, { pu: 1 })
    const free = fillDisk(device)
    await saveDone(device, stops[1]!.assignmentID, { pu: 2 })
    await user.click(screen.getByRole('link', { name: 'To the list' }))
    await nextIs('3 Old Castle Rd')
    expect(screen.getByRole('progressbar', { name: '2 of 3 done' })).toBeInTheDocument()
    free()
  })

  test('The list opens from a stop’s page on which the app was started', async () => {
    const device = await makeDevice(withJournal())
    const stops = [makeStop(1), makeStop(2)]
    await bring(device, { stops })
    const { user } = show(<Pages device={device} />, paths.pickup(stops[1]!.assignmentID))
    await screen.findByRole('region', { name: 'Stop 2' })
    const free = fillDisk(device)
    await user.click(screen.getByRole('link', { name: /Back to the stops/ }))
    await nextIs('1 Old Castle Rd')
    free()
  })

  test('Both of two open weeks can be chosen', async () => {
    const device = await makeDevice(withJournal())
    const after = makeRun({
      runOrderID: '01890000-0000-7000-8000-00000000a002',
      fromDate: '2026-11-23',
      toDate: '2026-11-29',
      weekNumber: 4,
    })
    await bring(device, {
      runs: [makeRun(), after],
      stops: [makeStop(1), makeStop(7, { runOrderID: after.runOrderID })],
    })
    const { user } = show(<Pages device={device} />)
    await nextIs('1 Old Castle Rd')
    const free = fillDisk(device)
    const [first, second] = screen.getAllByRole('button', { name: /23|16/ })
    await user.click(second!)
    await nextIs('7 Old Castle Rd')
    await user.click(first!)
    await nextIs('1 Old Castle Rd')
    free()
  })

  test('After the last stop the number to send falls with each receipt, although no query works', async () => {
    const { device, stops } = await onTheList()
    await nextIs('1 Old Castle Rd')
    await saveDone(device, stops[0]!.assignmentID, { pu: 1 })
    const free = fillDisk(device)
    const events = [stops[1]!, stops[2]!].map(({ assignmentID }) => saveDone(device, assignmentID, { pu: 1 }))
    for (const event of await Promise.all(events)) expect(event.state).toBe('queued')
    expect(await screen.findByRole('heading', { name: 'All 3 done' })).toBeVisible()
    expect(screen.getByText(/^3 stops to send/)).toBeVisible()
    const toSend = [/^2 stops to send/, /^1 stop to send/, /^All sent/]
    for (const { event } of device.records.values()) {
      const receipt: StoredEvent = { ...event, state: 'acknowledged', acknowledgedAt: '2026-11-18T03:00:00Z' }
      hold(device, receipt, false)
      for (const wake of device.onEnqueued) wake(receipt)
      expect(await screen.findByText(toSend.shift()!)).toBeVisible()
    }
    free()
  })

  test('What was typed at a stop is still on its card, and in its record', async () => {
    const { device, stops, user } = await onTheList()
    await saveStopDraft(device.db, stops[1]!.assignmentID, { extraAmount: 5 })
    await nextIs('1 Old Castle Rd')
    await waitFor(() => expect(stopDrafts(shownWeek(device).read()!)).toHaveProperty(stops[1]!.assignmentID))
    const free = fillDisk(device)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await nextIs('2 Old Castle Rd')
    await user.click(within(await card()).getByRole('button', { name: /2 Old Castle Rd/ }))
    const page = await screen.findByRole('region', { name: 'Stop 2' })
    await waitFor(() => expect(page).toHaveTextContent('$5.00'))
    await settled()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect([...device.records.values()].at(-1)?.event.payload).toEqual({ pu: 1, extraAmount: 5 }))
    free()
  })

  test('Once the database can be read, the list shows what it has, not what memory had', async () => {
    const { device, stops, user } = await onTheList()
    await nextIs('1 Old Castle Rd')
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await screen.findByRole('link', { name: 'To the list' })
    const free = fillDisk(device)
    free()
    await device.db.jobs.update(stops[0]!.assignmentID, { address: '1 New Castle Rd' })
    await user.click(screen.getByRole('link', { name: 'To the list' }))
    await nextIs('1 New Castle Rd')
  })

  test('After a sign-out the stops last shown don’t come back', async () => {
    const { device, user } = await onTheList()
    await nextIs('1 Old Castle Rd')
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await screen.findByRole('link', { name: 'To the list' })
    await signOutOnDevice(device)
    const free = fillDisk(device)
    await user.click(screen.getByRole('link', { name: 'To the list' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(document.body).not.toHaveTextContent('Old Castle Rd')
    free()
  })
})
