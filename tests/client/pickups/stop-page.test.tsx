import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { StopPage } from '#client/features/pickups/stop-page.tsx'
import type { Device } from '#client/offline/store/device.ts'
import { saveDone, saveNote, saveCapturedPhoto } from '#client/offline/outbox/record.ts'
import type { StoredStop } from '#client/offline/store/schema.ts'
import { bring, makeDevice, makeRun, makeStop, paths, show } from '../../support/driver-screen.tsx'

const page = (device: Device, fetchPhoto = () => Promise.resolve<Blob | null>(null)) => (
  <Routes>
    <Route
      path="/pickups/:assignmentID"
      element={<StopPage device={device} paths={paths} chip={null} fetchPhoto={fetchPhoto} />}
    />
  </Routes>
)
const showStop = (device: Device, stop: StoredStop, fetchPhoto?: () => Promise<Blob | null>) =>
  show(page(device, fetchPhoto), `/pickups/${stop.assignmentID}`)

describe('The page of one stop', () => {
  test('It can be marked there, and then says what happened and that it is on this phone', async () => {
    const device = await makeDevice()
    const stop = makeStop(1, { adminNotes: 'Gate code 4471' })
    await bring(device, { stops: [stop] })
    const { user } = showStop(device, stop)
    expect(await screen.findByText('Gate code 4471')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+61412345678')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/Saved on this phone, not sent yet/)).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'History' })).getByText('Done, 1 bag')).toBeVisible()
  })

  test('A stop marked on its own page isn’t called the last one while others are to do', async () => {
    const device = await makeDevice()
    const [stop, other] = [makeStop(1), makeStop(2)]
    await bring(device, { stops: [stop, other] })
    const { user } = showStop(device, stop)
    await user.click(await screen.findByRole('button', { name: 'Done' }))
    const [bar] = await screen.findAllByRole('status')
    await waitFor(() => expect(bar).toHaveTextContent('1 Old Castle Rd: Done, 1 bag Saved on this phone.'))
    expect(bar).not.toHaveTextContent('last one')
  })

  test('Bag MT has the look of a stop without a collection, not the green one of Done', async () => {
    const device = await makeDevice()
    const [mt, collected] = [
      makeStop(1, { state: 'done', outcome: 'EMPTY', emptyPickup: true }),
      makeStop(2, { state: 'done', outcome: 'COLLECTED', pu: 1 }),
    ]
    await bring(device, { stops: [mt, collected] })
    const look = async (stop: StoredStop, text: string) => {
      const { unmount } = showStop(device, stop)
      const [told] = await screen.findAllByText(text)
      const { className } = told!.parentElement!
      unmount()
      return className
    }
    expect(await look(collected, 'Done, 1 bag')).toMatch(/_good_/)
    expect(await look(mt, 'Bag MT')).toMatch(/_rest_/)
  })

  test('A finished stop is corrected by recording it again', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 2 })
    const { user } = showStop(device, stop)
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    expect(screen.getByRole('radio', { name: '2 bags' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Bag MT' }))
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(await history.findByText('Bag MT')).toBeVisible()
    expect(history.getByText('Done, 2 bags')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Change' })).toBeVisible()
  })

  test('A correction keeps the extra amount', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 2, extraAmount: 12.5 })
    const { user } = showStop(device, stop)
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    expect(screen.getByText(/Extra \$12\.50 goes with/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: '3 bags' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(await history.findByText(/Done, 3 bags/)).toBeVisible()
    const last = async () => (await device.db.events.toArray()).find(({ seq }) => seq === 2)
    expect(await last()).toMatchObject({ payload: { pu: 3, extraAmount: 12.5 } })
  })

  test('Each record has its own Undo, and an undone one stays in the history', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 2 })
    await saveNote(device, stop.assignmentID, 'Dog in the yard')
    const { user } = showStop(device, stop)
    const history = within(await screen.findByRole('region', { name: 'History' }))
    const note = history.getByText('Note: Dog in the yard').closest('li')!
    await user.click(within(note).getByRole('button', { name: 'Undo' }))
    expect(await history.findByText('Undone: Note: Dog in the yard')).toBeVisible()
    expect(within(note).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
    expect(history.getByText('Done, 2 bags')).toBeVisible()
  })

  test('Once the office has closed the run nothing can be changed here', async () => {
    const device = await makeDevice()
    const stop = makeStop(1, { state: 'completed', outcome: 'COLLECTED', pu: 2, doneAt: '2026-11-17T00:00:00Z' })
    await bring(device, { runs: [makeRun({ status: 'completed' })], stops: [stop] })
    showStop(device, stop)
    expect(await screen.findByText(/The office has closed this run/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Done' })).not.toBeInTheDocument()
  })

  test('A stop the office took away can still be corrected', async () => {
    const device = await makeDevice()
    const stop = makeStop(1, { absent: true })
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 1 })
    showStop(device, stop)
    expect(await screen.findByText(/The office took this stop off your run/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Change' })).toBeEnabled()
  })

  test('A stop that its customer skipped says so, and is recorded all the same if there was something to collect', async () => {
    const device = await makeDevice()
    const stop = makeStop(1, {
      state: 'shifted',
      reason: 'No pickup: Away',
      customerCancelledAt: '2026-11-15T20:12:00Z',
      noPickup: { noPickupID: 'n', reason: 'Away', late: false },
    })
    await bring(device, { stops: [stop] })
    const { user } = showStop(device, stop)
    expect(await screen.findByText(/^Customer cancelled \d\d:\d\d: Away$/)).toBeVisible()
    expect(screen.queryByText(/Moved to another week/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(await screen.findByText('Nothing to collect here.')).toBeVisible()
    expect(screen.queryByText(/What you record now replaces it/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/Saved on this phone, not sent yet/)).toBeVisible()
  })

  test('A skipped stop of a run that the office has closed can’t be recorded', async () => {
    const device = await makeDevice()
    const stop = makeStop(1, { state: 'shifted', customerCancelledAt: '2026-11-15T20:12:00Z' })
    await bring(device, { runs: [makeRun({ status: 'completed' })], stops: [stop] })
    showStop(device, stop)
    expect(await screen.findByText(/Customer cancelled/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
  })

  test('A photo on this phone is shown from its bytes, one of the office is fetched with the sign-in', async () => {
    const device = await makeDevice()
    const far = '01890000-0000-7000-8000-00000000f001'
    const stop = makeStop(1, { photos: [{ photoID: far, url: `/v1/photos/${far}`, takenAt: '2026-11-17T00:00:00Z' }] })
    await bring(device, { stops: [stop] })
    await saveCapturedPhoto(device, stop.assignmentID, {
      bytes: new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer,
      contentType: 'image/jpeg',
      takenAt: '2026-11-18T00:00:00Z',
    })
    const fetchPhoto = vi.fn(() => Promise.resolve<Blob | null>(new Blob(['x'], { type: 'image/jpeg' })))
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    const { unmount } = showStop(device, stop, fetchPhoto)
    await waitFor(() =>
      expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
        expect.stringMatching(/^blob:/),
        expect.stringMatching(/^blob:/),
      ]),
    )
    expect(fetchPhoto).toHaveBeenCalledExactlyOnceWith(far)
    unmount()
    expect(revoke).toHaveBeenCalledTimes(2)
    revoke.mockRestore()
  })

  test('A photo opens large at a tap', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveCapturedPhoto(device, stop.assignmentID, {
      bytes: new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer,
      contentType: 'image/jpeg',
      takenAt: '2026-11-18T00:00:00Z',
    })
    const { user } = showStop(device, stop)
    await user.click(await screen.findByRole('button', { name: /^Photo taken/ }))
    expect(within(await screen.findByRole('dialog', { name: /^Photo taken/ })).getByRole('img')).toBeVisible()
  })

  test('Two photos of one minute have numbers, so that it is clear which of them Undo takes back', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    const take = (last: number) =>
      saveCapturedPhoto(device, stop.assignmentID, {
        bytes: new Uint8Array([0xff, 0xd8, 0xff, last]).buffer,
        contentType: 'image/jpeg',
        takenAt: '2026-11-18T00:00:00Z',
      })
    await take(1)
    const second = await take(2)
    const { user } = showStop(device, stop)
    expect(await screen.findByRole('button', { name: /^Photo 1 taken/ })).toBeVisible()
    const history = within(await screen.findByRole('region', { name: 'History' }))
    const line = history.getByText('Photo 2').closest('li')!
    await user.click(within(line).getByRole('button', { name: 'Undo' }))
    expect(await history.findByText('Undone: Photo 2')).toBeVisible()
    expect((await device.db.events.toArray()).at(-1)).toMatchObject({ payload: { undoes: second.eventID } })
    // The other one keeps its number.
    expect(screen.getByRole('button', { name: /^Photo 1 taken/ })).toBeVisible()
    expect(history.getByText('Photo 1')).toBeVisible()
  })

  test('An outcome only known from the office is in the history, and can be undone', async () => {
    const device = await makeDevice()
    const outcomeEventID = '01890000-0000-7000-8000-00000000e001'
    const stop = makeStop(1, {
      state: 'done',
      outcome: 'COLLECTED',
      pu: 3,
      doneAt: '2026-11-17T22:00:00Z',
      outcomeEventID,
    })
    await bring(device, { stops: [stop] })
    const { user } = showStop(device, stop)
    const history = within(await screen.findByRole('region', { name: 'History' }))
    expect(history.getByText('Done, 3 bags')).toBeVisible()
    // It may be the record of another phone of this driver, so the office isn't named as its source.
    expect(history.getByText(/Recorded elsewhere; the office has it/)).toBeVisible()
    await user.click(history.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible()
    expect(await device.db.events.toArray()).toMatchObject([{ type: 'undo', payload: { undoes: outcomeEventID } }])
  })

  test('An outcome this phone recorded is in the history once', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 2 })
    showStop(device, stop)
    const history = within(await screen.findByRole('region', { name: 'History' }))
    expect(await history.findAllByText('Done, 2 bags')).toHaveLength(1)
    expect(history.queryByText(/Recorded elsewhere/)).not.toBeInTheDocument()
  })

  test('A missed stop has other colours than a collected one', async () => {
    const device = await makeDevice()
    const [missed, collected] = [
      makeStop(1, { outcome: 'NO_ACCESS', state: 'done' }),
      makeStop(2, { outcome: 'COLLECTED', pu: 1, state: 'done' }),
    ]
    await bring(device, { stops: [missed, collected] })
    const panel = async (stop: StoredStop, text: string) => {
      const { unmount } = showStop(device, stop)
      const { className } = (await screen.findAllByText(text))[0]!.parentElement!
      unmount()
      return className
    }
    expect(await panel(missed, 'No access')).toMatch(/_warn_/)
    expect(await panel(collected, 'Done, 1 bag')).toMatch(/_good_/)
  })

  test('A stop that is not on this phone says so', async () => {
    const device = await makeDevice()
    await bring(device, {})
    showStop(device, makeStop(1))
    expect(await screen.findByRole('heading', { name: 'This stop isn’t on this phone' })).toBeVisible()
    expect(screen.getByRole('link', { name: /Back to the stops/ })).toHaveAttribute('href', '/pickups')
  })
})
