import { hold } from '#client/offline/store/records.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askForBackgroundSync } from '#client/features/sync/background-sync.ts'
import { DeviceWarnings } from '#client/features/sync/device-warnings.tsx'
import { ReadyPage } from '#client/features/sync/ready-page.tsx'
import { UnprotectedNote } from '#client/features/sync/unprotected-note.tsx'
import { StatusChip } from '#client/features/sync/status-chip.tsx'
import type { Device } from '#client/offline/store/device.ts'
import { saveDone } from '#client/offline/outbox/record.ts'
import { statusOf } from '#client/offline/status.ts'
import { readWeek } from '#client/offline/week.ts'
import { bring, makeDevice, makeRun, makeStop, show } from '../../support/driver-screen.tsx'

/** The office has compared the phone's numbers too. */
async function signedIn(device: Device): Promise<void> {
  device.memory.isCounted = true
  await device.db.meta.delete('pause')
}
const GB = 1_000_000_000

describe('Ready to leave', () => {
  const page = (device: Device, { installFirst = false, installed = false } = {}) => (
    <ReadyPage
      device={device}
      chip={null}
      pickupsPath="/pickups"
      installFirst={installFirst}
      installed={installed}
      onFetch={() => Promise.resolve({ ended: 'no-answer' })}
    />
  )

  test('The page says ready when every stop is on the phone, and the storage is protected with one tap', async () => {
    let isProtected = false
    const device = await makeDevice({
      estimate: () => Promise.resolve({ usage: 0, quota: 1.2 * GB }),
      persisted: () => Promise.resolve(isProtected),
      persist: () => Promise.resolve((isProtected = true)),
    })
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    await device.db.meta.put({ key: 'pulledStops', value: 2 })
    const { user } = show(page(device))
    expect(await screen.findByRole('heading', { name: 'Ready, but install the app' })).toBeVisible()
    expect(screen.getByText('If storage runs low, the browser may delete your stops.')).toBeVisible()
    expect(screen.getByText('2 of 2 stops on this phone, which may delete your work if it fills up')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Keep data safe' }))
    expect(await screen.findByText('2 of 2 stops on this phone, data kept safe')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Ready to leave' })).toBeVisible()
  })

  test('Where the browser refuses, the page says to install the app, unless it is installed', async () => {
    const device = await makeDevice({ persisted: () => Promise.resolve(false), persist: () => Promise.resolve(false) })
    await bring(device, { stops: [makeStop(1)] })
    await device.db.meta.put({ key: 'pulledStops', value: 1 })
    const tab = show(page(device))
    await tab.user.click(await screen.findByRole('button', { name: 'Keep data safe' }))
    expect(await screen.findByText(/Your phone refused\. Install the app, then try again\.$/)).toBeVisible()
    tab.unmount()
    const { user } = show(page(device, { installed: true }))
    expect(await screen.findByRole('heading', { name: 'Ready, but free some storage' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Keep data safe' }))
    expect(await screen.findByText(/Your phone refused\.$/)).toBeVisible()
  })

  test('On a phone with so little storage that the browser may delete everything the page says so', async () => {
    const words = /^This phone has too little storage to be trusted/
    const roomy = await makeDevice({ estimate: () => Promise.resolve({ usage: 0, quota: 1.2 * GB }) })
    await bring(roomy, { stops: [makeStop(1)] })
    const first = show(page(roomy))
    await screen.findByRole('status')
    expect(screen.queryByText(words)).toBeNull()
    first.unmount()
    // What Chromium estimates on a disk of at most 1 GiB, full or empty.
    const small = await makeDevice({ estimate: () => Promise.resolve({ usage: 67_432, quota: 1024 ** 3 + 67_432 }) })
    await bring(small, { stops: [makeStop(1)] })
    show(page(small))
    expect(await screen.findByText(words)).toBeVisible()
  })

  test('With a stop missing the page says not ready', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    await device.db.meta.put({ key: 'pulledStops', value: 2 })
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'Not ready yet' })).toBeVisible()
    expect(screen.getByText('1 of 2 stops on this phone')).toBeVisible()
  })

  test('Two runs are named, each with its stops', async () => {
    const device = await makeDevice()
    const other = makeRun({
      runOrderID: '01890000-0000-7000-8000-00000000a002',
      description: 'Catch-up',
      fromDate: '2026-11-09',
    })
    await bring(device, {
      runs: [makeRun(), other],
      stops: [makeStop(1), makeStop(2), makeStop(3, { runOrderID: other.runOrderID })],
    })
    show(page(device))
    expect(await screen.findByText('Catch-up: 1 stop · Week 3, November · 16–22 Nov: 2 stops')).toBeVisible()
  })

  test('Fetching again without signal says that nothing was loaded', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: 'Reload stops' }))
    expect(await screen.findByText('No connection, nothing was loaded.')).toBeVisible()
    // Fetched since: the message no longer applies.
    await device.db.meta.put({ key: 'lastPullAt', value: '2027-01-01T00:00:00.000Z' })
    await waitFor(() => expect(screen.queryByText('No connection, nothing was loaded.')).toBeNull())
  })

  test('In a Safari tab the page says to install first, before anything is recorded there', async () => {
    const device = await makeDevice()
    await bring(device, {})
    show(page(device, { installFirst: true }))
    expect(await screen.findByRole('heading', { name: 'Install the app or you could lose work' })).toBeVisible()
  })
})

describe('The chip in the header', () => {
  test('It follows what is recorded, and has a link to the unsent records', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await signedIn(device)
    show(<StatusChip device={device} to="/pickups/unsent" />)
    expect(await screen.findByRole('link', { name: /^All sent/ })).toHaveAttribute('href', '/pickups/unsent')
    await saveDone(device, stop.assignmentID, { pu: 1 })
    expect(await screen.findByRole('link', { name: '1 stop to send' })).toBeVisible()
  })
})

test('Sent, waiting, offline and refused differ by shape and words: colours alone look alike in sunlight', async () => {
  const device = await makeDevice()
  const stop = makeStop(1)
  await bring(device, { stops: [stop] })
  await signedIn(device)
  show(<StatusChip device={device} to="/pickups/unsent" />)
  const shapes = new Map<string, string>()
  const look = async (words: RegExp) => {
    const chip = await screen.findByRole('link', { name: words })
    shapes.set(words.source, chip.querySelector('path')?.getAttribute('d') ?? '')
  }
  await look(/^All sent/)
  const { eventID } = await saveDone(device, stop.assignmentID, { pu: 1 })
  await look(/to send$/)
  await device.db.meta.put({ key: 'link', value: { state: 'offline', at: '2026-11-18T02:00:00Z' } })
  await look(/^Offline/)
  await device.db.events.update(eventID, { state: 'needs-attention' })
  await look(/^Needs attention/)
  expect(new Set(shapes.values()).size).toBe(4)
  expect([...shapes.values()]).not.toContain('')
})

describe('What is wrong with the phone', () => {
  test('A clock that is far wrong is reported with what to do', async () => {
    const device = await makeDevice()
    await signedIn(device)
    await device.db.meta.put({ key: 'clockOffsetMs', value: 25 * 60_000 })
    show(<DeviceWarnings device={device} />)
    expect(await screen.findByText(/^This phone’s clock is 25 minutes off/)).toBeVisible()
  })

  test('“All sent” has the office’s time, not that of a clock that is far wrong', async () => {
    const device = await makeDevice()
    await signedIn(device)
    await device.db.meta.bulkPut([
      { key: 'clockOffsetMs', value: -3 * 3_600_000 },
      { key: 'lastSentAt', value: '2026-11-18T01:00:00.000Z' },
      { key: 'lastPullAt', value: '2026-11-18T04:01:00.000Z' },
    ])
    const { lastPullAt } = statusOf(await readWeek(device), device.ports.now())
    expect(lastPullAt).toBe('2026-11-18T01:01:00.000Z')
  })

  test('A warning that was read goes away, also when the phone can’t store that it was read', async () => {
    const device = await makeDevice()
    await signedIn(device)
    await device.db.meta.bulkPut([
      { key: 'clockOffsetMs', value: 25 * 60_000 },
      { key: 'lostBefore', value: { noticedAt: '2026-11-18T01:00:00Z', unsent: 3 } },
    ])
    vi.spyOn(device.db.meta, 'delete').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    const { user } = show(<DeviceWarnings device={device} />)
    expect(await screen.findByText(/At least 3 outcomes/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(await screen.findByText(/^This phone’s clock is 25 minutes off/)).toBeVisible()
    expect(screen.queryByText(/At least 3 outcomes/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument()
  })

  test('An installed app is not told to install when the browser has emptied it', async () => {
    const device = await makeDevice()
    await device.db.meta.put({ key: 'lostBefore', value: { noticedAt: '2026-11-18T01:00:00Z' } })
    const tab = show(<DeviceWarnings device={device} />)
    expect(await screen.findByText(/Your stops load again\. Install the app/)).toBeVisible()
    tab.unmount()
    show(<DeviceWarnings device={device} installed />)
    expect(
      await screen.findByText(
        'The browser deleted the saved data. If anything wasn’t sent, tell the office. Your stops load again.',
      ),
    ).toBeVisible()
  })

  test.each([
    [119, '119 minutes'],
    [120, '2 hours'],
    [2 * 1440, '2 days'],
    [3060, '2 days'],
  ])('A clock wrong by %i minutes is reported in minutes, hours or days', async (minutes, words) => {
    const device = await makeDevice()
    await signedIn(device)
    await device.db.meta.put({ key: 'clockOffsetMs', value: -minutes * 60_000 })
    show(<DeviceWarnings device={device} />)
    expect(await screen.findByText(new RegExp(`^This phone’s clock is ${words} off`))).toBeVisible()
  })

  test('A storage the browser emptied is reported until it is read, with how many records may be lost', async () => {
    const device = await makeDevice()
    await device.db.meta.put({ key: 'lostBefore', value: { noticedAt: '2026-11-18T01:00:00Z', unsent: 3 } })
    const { user, unmount } = show(<DeviceWarnings device={device} />)
    const sentence =
      'The browser deleted the saved data. At least 3 outcomes, notes or photos that weren’t sent may be lost: tell the office.'
    expect(await screen.findByText(sentence)).toBeVisible()
    unmount()
    show(<DeviceWarnings device={device} />)
    expect(await screen.findByText(sentence)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
    expect(await device.db.meta.get('lostBefore')).toBeUndefined()
  })

  test('A storage that fails repeatedly is reported, and tried again by a button', async () => {
    const device = await makeDevice()
    const onTryAgain = vi.fn()
    const full = show(<DeviceWarnings device={device} trouble="full" />)
    const advice = 'This phone’s storage is full. Free some space and keep the app open; it sends by itself.'
    expect(await screen.findByText(advice)).toBeVisible()
    full.unmount()
    const { user } = show(<DeviceWarnings device={device} trouble="broken" onTryAgain={onTryAgain} />)
    expect(
      await screen.findByText(
        'This phone’s storage is full or isn’t answering. Free some space and keep the app open; it tries again by itself.',
      ),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onTryAgain).toHaveBeenCalledOnce()
  })

  test('A full phone says that outcomes are still saved only while the journal takes them', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    const event = await saveDone(device, stop.assignmentID, { pu: 1 })
    await device.db.events.delete(event.eventID)
    hold(device, event, false)
    device.journal.isMissing = false
    const taken = show(<DeviceWarnings device={device} trouble="full" />)
    expect(await screen.findByText(/Outcomes and notes are still saved, photos aren’t/)).toBeVisible()
    taken.unmount()
    device.journal.isMissing = true
    show(<DeviceWarnings device={device} trouble="full" />)
    expect(
      await screen.findByText(/^This phone’s storage is full\. Free some space and keep the app open/),
    ).toBeVisible()
    expect(screen.queryByText(/still saved/)).toBeNull()
  })

  test('A record of a file is not taken for one of a full disk before it was compared with the database', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    const event = await saveDone(device, stop.assignmentID, { pu: 1 })
    await device.db.events.delete(event.eventID)
    hold(device, event, false, true)
    device.journal.isOpening = true
    expect((await readWeek(device)).onlyInJournal).toBe(0)
    device.journal.isOpening = false
    expect((await readWeek(device)).onlyInJournal).toBe(1)
    await device.db.events.add(event)
    expect((await readWeek(device)).onlyInJournal).toBe(0)
  })

  test('A phone whose browser may delete everything says so before it is full, and promises nothing when it is', async () => {
    const device = await makeDevice({ persisted: () => Promise.resolve(false) })
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    const event = await saveDone(device, stop.assignmentID, { pu: 1 })
    await device.db.events.delete(event.eventID)
    hold(device, event, false)
    device.journal.isMissing = false
    show(
      <>
        <DeviceWarnings device={device} trouble="full" />
        <UnprotectedNote device={device} to="/pickups/ready" />
      </>,
    )
    expect(await screen.findByText(/If this phone’s storage fills up, unsent work could be lost\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'What helps' })).toHaveAttribute('href', '/pickups/ready')
    expect(
      await screen.findByText(/^This phone’s storage is full\. Free some space and keep the app open/),
    ).toBeVisible()
    expect(screen.queryByText(/still saved/)).toBeNull()
  })

  test('A phone whose browser does not say whether it keeps what is saved counts as one that may delete it', async () => {
    const device = await makeDevice({ persisted: () => Promise.reject(new DOMException('No', 'SecurityError')) })
    device.journal.isMissing = false
    show(<UnprotectedNote device={device} to="/pickups/ready" />)
    expect(await screen.findByText(/^If this phone’s storage fills up/)).toBeVisible()
  })

  test('A phone without a journal says before that a full disk may cost unsent work, and does not call it saved then', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 1 })
    device.journal.isMissing = true
    await device.db.meta.bulkPut([
      { key: 'link', value: { state: 'offline', at: '2026-11-18T01:00:00Z' } },
      { key: 'lastPullAt', value: '2026-11-18T01:00:00Z' },
    ])
    await device.db.meta.delete('pause')
    const shown = (
      <>
        <DeviceWarnings device={device} />
        <StatusChip device={device} to="/pickups/unsent" />
        <UnprotectedNote device={device} to="/pickups/ready" />
      </>
    )
    const before = show(shown)
    expect(await screen.findByText(/If this phone’s storage fills up, unsent work could be lost\./)).toBeVisible()
    expect(await screen.findByRole('link', { name: /Offline, saved on this phone/ })).toBeVisible()
    before.unmount()
    device.db.doubt()
    await device.db.meta.put({ key: 'lastSentAt', value: '2026-11-18T01:00:00Z' })
    show(shown)
    expect(
      await screen.findByText(
        'This phone’s storage is full, and what isn’t sent could be lost: 1 stop. Free some space and keep the app open until all is sent.',
      ),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: /1 stop to send/ })).toBeVisible()
  })

  test('A phone whose database the browser deleted says what is only in the open app, and what that means', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 1 })
    await device.db.delete()
    await device.db.open()
    show(
      <>
        <DeviceWarnings device={device} trouble="broken" />
        <StatusChip device={device} to="/pickups/unsent" />
      </>,
    )
    expect(
      await screen.findByText(
        'This phone has too little room: the browser deleted what was saved. Only in the open app: 1 stop. Keep it open until all is sent.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: /1 stop to send/ })).toBeVisible()
  })

  test('A phone without a problem shows no warning', async () => {
    const device = await makeDevice()
    const { container } = show(
      <>
        <DeviceWarnings device={device} />
        <StatusChip device={device} to="/pickups/unsent" />
      </>,
    )
    await screen.findByRole('link')
    expect(container.querySelector('section')).toBeNull()
  })
})

describe('When the page is closed', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  test('Background Sync is requested for unsent records, under a new name each time, and never without them', async () => {
    const register = vi.fn((_tag: string) => Promise.resolve())
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: () => Promise.resolve({ sync: { register } }) },
    })
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await askForBackgroundSync(device)
    expect(register).not.toHaveBeenCalled()
    await saveDone(device, stop.assignmentID, { pu: 1 })
    await askForBackgroundSync(device)
    await askForBackgroundSync(device)
    const tags = register.mock.calls.map(([tag]) => tag)
    expect(new Set(tags).size).toBe(2)
  })
})
