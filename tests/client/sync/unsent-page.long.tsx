import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { hold } from '#client/offline/store/records.ts'
import { readWeek, shownWeek } from '#client/offline/week.ts'
import { UnsentPage } from '#client/features/sync/unsent-page.tsx'
import type { DrainReport } from '#client/offline/send/send.ts'
import { discard, edit, exportUnsent, retry, unsentBeforeSignOut } from '#client/offline/unsent.ts'
import type { Device } from '#client/offline/store/device.ts'
import { writeMetas } from '#client/offline/store/meta.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import { saveBagMT, saveDone, saveNotCollected, saveNote, saveCapturedPhoto } from '#client/offline/outbox/record.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import { fillDisk, withJournal } from '../../support/failing-disk.ts'
import { bring, makeDevice, makeStop, show } from '../../support/driver-screen.tsx'

const IDLE: DrainReport = { sent: 0, ended: 'idle' }

interface Doors {
  onSend?: () => Promise<DrainReport>
  saveFile?: (fileName: string, text: string) => Promise<string | null>
}
const page = (
  device: Device,
  { onSend = () => Promise.resolve(IDLE), saveFile = (name) => Promise.resolve(name) }: Doors = {},
) => (
  <UnsentPage
    device={device}
    chip={null}
    pickupsPath="/pickups"
    readyPath="/pickups/ready"
    onSend={onSend}
    saveFile={saveFile}
  />
)

/** A phone with one stop done, whose record the server refused. */
async function refused(): Promise<Device> {
  const device = await makeDevice()
  const stop = makeStop(1)
  await bring(device, { stops: [stop] })
  const event = await saveDone(device, stop.assignmentID, { pu: 2, extraAmount: 500 })
  await device.db.events.update(event.eventID, {
    state: 'needs-attention',
    attempts: 2,
    lastAnswer: {
      at: '2026-11-18T03:00:00Z',
      kind: 'rejected',
      status: 200,
      code: 'invalid',
      message: 'The extra amount is too large.',
    },
  })
  return device
}
const theEvent = async (device: Device) => (await device.db.events.filter(({ type }) => type === 'done').first())!

describe('Unsent records', () => {
  test('Two photos of a stop can be told apart', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    for (const last of [1, 2])
      await saveCapturedPhoto(device, stop.assignmentID, {
        bytes: new Uint8Array([0xff, 0xd8, 0xff, last]).buffer,
        contentType: 'image/jpeg',
        takenAt: '2026-11-18T00:00:00Z',
      })
    show(page(device))
    expect(await screen.findByText('Photo 1')).toBeVisible()
    expect(screen.getByText('Photo 2')).toBeVisible()
  })

  test('Each record is shown in words, with its place and why it waits', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 2 })
    await saveNote(device, stop.assignmentID, 'Dog')
    show(page(device))
    expect(await screen.findByRole('heading', { name: '1 stop not sent yet' })).toBeVisible()
    const [done, note] = within(screen.getByRole('region', { name: 'Not sent yet' })).getAllByRole('listitem')
    expect(done).toHaveTextContent('Done, 2 bags1 Old Castle Rd, Castle Hill')
    expect(done).toHaveTextContent('Not sent yet')
    expect(note).toHaveTextContent('Note: Dog')
  })

  test('Extra amount and note that go with an outcome are named beside it, of every outcome', async () => {
    const device = await makeDevice()
    const stops = [makeStop(1), makeStop(2), makeStop(3)]
    await bring(device, { stops })
    const [done, empty, missed] = stops.map(({ assignmentID }) => assignmentID) as [string, string, string]
    await saveDone(device, done, { pu: 2, extraAmount: 12.5 })
    await saveBagMT(device, empty, { notes: 'Dog' })
    await saveNotCollected(device, missed, { outcome: 'NO_ACCESS', extraAmount: 5, notes: 'Gate locked' })
    show(page(device))
    const waits = await screen.findByRole('region', { name: 'Not sent yet' })
    expect(within(waits).getByText('Done, 2 bags, extra $12.50')).toBeVisible()
    expect(within(waits).getByText('Bag MT, “Dog”')).toBeVisible()
    expect(within(waits).getByText('Could not collect: No access, extra $5.00, “Gate locked”')).toBeVisible()
  })

  test('Its times are the office’s, on a phone whose clock is far wrong', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    const event = await saveDone(device, stop.assignmentID, { pu: 2 })
    const recordedAt = new Date(Date.parse(event.occurredAt) - 3 * 3_600_000)
    await writeMetas(device.db, { clockOffsetMs: -3 * 3_600_000 })
    show(page(device))
    expect(await screen.findByText(new RegExp(`^${formatTime(recordedAt)} ·`))).toBeVisible()
  })

  test('When nothing waits the page says so', async () => {
    const device = await makeDevice()
    await bring(device, {})
    device.memory.isCounted = true
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'All sent' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument()
  })

  test('Before it is known that nothing is missing the page does not say that all is sent', async () => {
    const device = await makeDevice()
    await bring(device, {})
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'Checking…' })).toBeVisible()
  })

  test('After a loss the page does not say that all is sent, also without signal', async () => {
    const device = await makeDevice()
    await bring(device, {})
    await writeMetas(device.db, {
      lostBefore: { noticedAt: '2026-11-18T03:00:00Z', unsent: 2 },
      link: { state: 'offline', at: '2026-11-18T03:00:00Z' },
    })
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'Some may be lost' })).toBeVisible()
  })

  test.each([
    [{ events: 98, photos: 41, holes: [], equal: true }, /^Checked with the office .*: all there$/],
    [{ events: 1, photos: 0, holes: [], equal: true }, /^Checked with the office .*: all there$/],
    [{ events: 97, photos: 41, holes: [12], equal: false }, '1 record didn’t reach the office. Please tell them.'],
  ])('When nothing waits the page shows what the office counted: %j', async (counted, sentence) => {
    const device = await makeDevice()
    await bring(device, {})
    await device.db.meta.put({ key: 'reconcile', value: { at: '2026-11-18T03:00:00Z', ...counted } })
    show(page(device))
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  test('Send now sends, and Export saves a file with the records', async () => {
    const device = await refused()
    await saveNote(device, (await theEvent(device)).assignmentID, 'Dog')
    const onSend = vi.fn(() => Promise.resolve(IDLE))
    const saveFile = vi.fn((name: string, _text: string) =>
      Promise.resolve<string | null>(name.replace('.json', '.txt')),
    )
    const { user } = show(page(device, { onSend, saveFile }))
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    expect(onSend).toHaveBeenCalledOnce()
    expect(await screen.findByText(/^Nothing was sent/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    const [name, text] = saveFile.mock.calls[0]!
    expect(JSON.parse(text)).toMatchObject({ events: [{ type: 'done', pu: 2 }, { type: 'note' }] })
    // Under the name by which it was shared.
    expect(await screen.findByText(`Exported 1 stop: ${name.replace('.json', '.txt')}`)).toBeVisible()
  })

  test('Photos are counted apart, as in the status chip, and the tries are shown on request', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    const done = await saveDone(device, stop.assignmentID, { pu: 2 })
    await saveCapturedPhoto(device, stop.assignmentID, {
      bytes: new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer,
      contentType: 'image/jpeg',
      takenAt: '2026-11-18T00:00:00Z',
    })
    await device.db.events.update(done.eventID, {
      attempts: 4,
      lastAnswer: { at: '2026-11-18T02:00:00Z', kind: 'no-answer', status: null, code: null, message: null },
    })
    await device.db.meta.delete('pause')
    show(page(device))
    expect(await screen.findByRole('heading', { name: '1 stop and 1 photo not sent yet' })).toBeVisible()
    expect(screen.getByText(/Will send automatically$/, { selector: 'li p' })).toBeVisible()
    // The number of attempts could alarm the driver; it is shown on request only.
    expect(screen.getByText(/Tried 4 times/).closest('details')).not.toHaveAttribute('open')
  })

  test('Send now without signal says that nothing was sent and that it is kept', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveDone(device, stop.assignmentID, { pu: 2 })
    device.memory.isCounted = true
    await device.db.meta.put({ key: 'link', value: { state: 'offline', at: '2026-11-18T02:00:00Z' } })
    const { user } = show(page(device, { onSend: () => Promise.resolve({ ...IDLE, ended: 'no-verdict' }) }))
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    const said = 'No connection, nothing was sent. It’s saved on this phone.'
    expect(await screen.findByText(said)).toBeVisible()
    // Sent since: the message no longer applies.
    await device.db.events.toCollection().modify({ state: 'acknowledged' })
    expect(await screen.findByRole('heading', { name: 'All sent' })).toBeVisible()
    expect(screen.queryByText(said)).toBeNull()
  })

  describe('Send now always shows a result', () => {
    /** A phone with one stop done and nothing sent; its timers fire at once. */
    async function working(): Promise<Device> {
      const device = await makeDevice({
        timers: { set: (_ms, ring) => void queueMicrotask(ring), clear: () => undefined },
      })
      const stop = makeStop(1)
      await bring(device, { stops: [stop] })
      await saveDone(device, stop.assignmentID, { pu: 2 })
      return device
    }
    const acknowledged = async (device: Device) =>
      void (await device.db.events.update((await theEvent(device)).eventID, { state: 'acknowledged' }))
    async function sendNow(device: Device, onSend: () => Promise<DrainReport>) {
      const { user } = show(page(device, { onSend }))
      await user.click(await screen.findByRole('button', { name: 'Send now' }))
      return screen.findByText(/./, { selector: '[role=status]' })
    }

    test('Sent: it says how many', async () => {
      const device = await working()
      expect(
        await sendNow(device, async () => {
          await acknowledged(device)
          return { ...IDLE, sent: 1 }
        }),
      ).toHaveTextContent('1 stop sent.')
    })

    test('Nothing to send: it says so', async () => {
      const device = await makeDevice()
      await bring(device, {})
      expect(await sendNow(device, () => Promise.resolve(IDLE))).toHaveTextContent('There was nothing to send.')
    })

    test('Another tab is sending: it says so, waits for it and shows the result', async () => {
      const device = await working()
      let asked = 0
      let go: () => void = () => undefined
      const other = new Promise<void>((resolve) => (go = resolve))
      const said = await sendNow(device, async () => {
        if (asked++ === 0) return { ...IDLE, ended: 'busy' }
        await other
        await acknowledged(device)
        return IDLE
      })
      expect(said).toHaveTextContent('Sending…')
      go()
      await waitFor(() => expect(said).toHaveTextContent('1 stop sent.'))
    })

    test('Paused: it says why', async () => {
      const device = await working()
      await device.db.meta.put({
        key: 'pause',
        value: { kind: 'sign-in', at: '2026-11-18T02:00:00Z', code: null, message: null, of: null },
      })
      expect(await sendNow(device, () => Promise.resolve({ ...IDLE, ended: 'paused' }))).toHaveTextContent(
        'Nothing was sent. Please sign in again.',
      )
    })

    test('A server error: it says so', async () => {
      expect(await sendNow(await working(), () => Promise.resolve({ ...IDLE, ended: 'no-verdict' }))).toHaveTextContent(
        'Nothing was sent. The office’s server isn’t answering.',
      )
    })

    test('An error on the phone: it says so', async () => {
      expect(await sendNow(await working(), () => Promise.reject(new Error('no room')))).toHaveTextContent(
        'This phone couldn’t send just now.',
      )
    })
  })

  test.each(['sign-in', 'update-needed'] as const)(
    'While sending is paused (%s) no automatic try is announced',
    async (kind) => {
      const device = await makeDevice()
      const stop = makeStop(1)
      await bring(device, { stops: [stop] })
      const done = await saveDone(device, stop.assignmentID, { pu: 2 })
      await device.db.events.update(done.eventID, { attempts: 2 })
      await device.db.meta.put({
        key: 'pause',
        value: { kind, at: '2026-11-18T02:00:00Z', code: null, message: null, of: null },
      })
      show(page(device))
      expect(await screen.findByText(/Not sent yet$/, { selector: 'li p' })).toBeVisible()
      expect(document.body).not.toHaveTextContent('automatically')
    },
  )

  test('A failed export says that the work is still here', async () => {
    const { user } = show(page(await refused(), { saveFile: () => Promise.reject(new Error('no room')) }))
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(await screen.findByText('Couldn’t make the file. Your work is still saved here.')).toBeVisible()
  })
})

describe('Records that the database does not have', () => {
  const heading = (name: string) => screen.findByRole('heading', { name })

  async function recorded(ports: Parameters<typeof makeDevice>[0] = withJournal()) {
    const device = await makeDevice(ports)
    const stops = [makeStop(1), makeStop(2)]
    await bring(device, { stops })
    await readWeek(device)
    const events = [await saveDone(device, stops[0]!.assignmentID, { pu: 2 })]
    return { device, stops, events }
  }

  /** As after a reload on a full disk: readable, without its last commits. */
  async function beside(device: Device, event: StoredEvent) {
    await device.db.events.delete(event.eventID)
    hold(device, event, false)
  }

  test('One that only the journal has is listed, and can be exported, until its receipt arrives', async () => {
    const { device, events } = await recorded()
    await beside(device, events[0]!)
    show(page(device))
    expect(await heading('1 stop not sent yet')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Export' })).toBeVisible()
    const [done] = within(screen.getByRole('region', { name: 'Not sent yet' })).getAllByRole('listitem')
    expect(done).toHaveTextContent('Done, 2 bags1 Old Castle Rd, Castle Hill')
    expect(done).toHaveTextContent('Not sent yet')
    const receipt: StoredEvent = { ...events[0]!, state: 'acknowledged', acknowledgedAt: '2026-11-18T03:00:00Z' }
    hold(device, receipt, false)
    for (const wake of device.onEnqueued) wake(receipt)
    expect(await heading('All sent')).toBeVisible()
  })

  test('One that is put beside the database while the page is open is listed', async () => {
    const { device, events } = await recorded()
    await device.db.events.delete(events[0]!.eventID)
    device.records.clear()
    show(page(device))
    expect(await heading('All sent')).toBeVisible()
    await beside(device, events[0]!)
    for (const wake of device.onEnqueued) wake()
    expect(await heading('1 stop not sent yet')).toBeVisible()
  })

  test('While the database can’t be read the page lists what memory has', async () => {
    const { device, stops } = await recorded()
    // The chip is on every page.
    await shownWeek(device).begin()
    const free = fillDisk(device)
    await saveDone(device, stops[1]!.assignmentID, { pu: 1 })
    show(page(device))
    expect(await heading('2 stops not sent yet')).toBeVisible()
    expect(screen.getByText('2 Old Castle Rd, Castle Hill')).toBeVisible()
    free()
  })

  test('After the browser deleted the database Send now blames no sign-in, and the sign-out asks about the records', async () => {
    const { device } = await recorded({})
    // A driver's phone is signed in: no pause is stored.
    await device.db.meta.delete('pause')
    device.db.close({ disableAutoOpen: false })
    await device.db.delete({ disableAutoOpen: false })
    expect(await unsentBeforeSignOut(device)).toMatchObject({ unsent: { stops: 1, photos: 0 } })
    expect(JSON.parse((await exportUnsent(device)).text)).toMatchObject({ events: [{ type: 'done', pu: 2 }] })
    const { user } = show(page(device, { onSend: () => Promise.resolve({ ...IDLE, ended: 'paused' }) }))
    expect(await heading('1 stop not sent yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send now' }))
    expect(
      await screen.findByText(/^Nothing was sent\. This phone’s storage is full or isn’t answering\./),
    ).toBeVisible()
  })
})

describe('A record the office refused', () => {
  test('On a revoked phone it is not sent by itself', async () => {
    const device = await refused()
    await device.db.meta.put({ key: 'revoked', value: { at: '2026-11-18T04:00:00Z' } })
    show(page(device))
    expect(await screen.findByText('Something can’t be sent as it is. See below.')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Ready to leave?' })).not.toBeInTheDocument()
  })

  test('A photo whose bytes the phone has lost is not called refused by the office, nor offered for a retry', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    const photo = await saveCapturedPhoto(device, stop.assignmentID, {
      bytes: new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer,
      contentType: 'image/jpeg',
      takenAt: '2026-11-18T00:00:00Z',
    })
    await device.db.events.update(photo.eventID, {
      state: 'needs-attention',
      lastAnswer: {
        at: '2026-11-18T03:00:00Z',
        kind: 'refused',
        status: null,
        code: 'photo_bytes_gone',
        message: null,
      },
    })
    show(page(device))
    expect(await screen.findByText('This photo was lost. Take it again if you can, then discard this.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Discard' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })

  test('The office’s answer is shown beside it', async () => {
    show(page(await refused()))
    expect(await screen.findByText('The office said: The extra amount is too large.')).toBeVisible()
  })

  test('Retry queues it again unchanged', async () => {
    const device = await refused()
    device.memory.isCounted = true
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(async () =>
      expect(await theEvent(device)).toMatchObject({ state: 'queued', payload: { pu: 2, extraAmount: 500 } }),
    )
    expect(await screen.findByText('Will be sent again')).toBeVisible()
    // A sent record is no longer listed as waiting.
    await device.db.events.update((await theEvent(device)).eventID, { state: 'acknowledged' })
    expect(await screen.findByRole('heading', { name: 'All sent' })).toBeVisible()
    expect(screen.queryByText('Will be sent again')).not.toBeInTheDocument()
  })

  test('Where nothing else is unsent, Send now is not offered: it would not help', async () => {
    show(page(await refused()))
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
  })

  test('When it is refused again it is not shown as waiting to be sent', async () => {
    const device = await refused()
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Will be sent again')).toBeVisible()
    await device.db.events.update((await theEvent(device)).eventID, { state: 'needs-attention' })
    expect(await screen.findByRole('heading', { name: 'Needs attention' })).toBeVisible()
    expect(screen.queryByText('Will be sent again')).not.toBeInTheDocument()
  })

  test('Its bags are counted up and down as on the stop’s card', async () => {
    const device = await refused()
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const sheet = within(screen.getByRole('dialog', { name: 'Change it and send again' }))
    await user.click(sheet.getByRole('button', { name: 'One bag less' }))
    expect(sheet.getByRole('button', { name: 'One bag less' })).toBeDisabled()
    await user.click(sheet.getByRole('button', { name: 'One bag more' }))
    await user.click(sheet.getByRole('button', { name: 'One bag more' }))
    await user.click(sheet.getByRole('button', { name: 'Save and send' }))
    await waitFor(async () => expect(await theEvent(device)).toMatchObject({ state: 'queued', payload: { pu: 3 } }))
  })

  test('Edit changes its values and queues it under its own id', async () => {
    const device = await refused()
    const { eventID } = await theEvent(device)
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const sheet = within(screen.getByRole('dialog', { name: 'Change it and send again' }))
    await user.clear(sheet.getByLabelText('Extra amount (AUD)'))
    await user.type(sheet.getByLabelText('Extra amount (AUD)'), '50')
    await user.click(sheet.getByRole('button', { name: 'Save and send' }))
    await waitFor(async () =>
      expect(await theEvent(device)).toMatchObject({ eventID, state: 'queued', payload: { pu: 2, extraAmount: 50 } }),
    )
  })

  test('An invalid value is not saved', async () => {
    const device = await refused()
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const sheet = within(screen.getByRole('dialog', { name: 'Change it and send again' }))
    await user.clear(sheet.getByLabelText('Bags'))
    await user.type(sheet.getByLabelText('Bags'), '0')
    await user.click(sheet.getByRole('button', { name: 'Save and send' }))
    expect(await sheet.findByText('Please check what you entered.')).toBeVisible()
    expect(await theEvent(device)).toMatchObject({ state: 'needs-attention', payload: { pu: 2 } })
  })

  test('Discard asks first; when cancelled nothing changes; when confirmed the office is informed', async () => {
    const device = await refused()
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await user.click(await screen.findByRole('button', { name: 'Keep it' }))
    expect(await theEvent(device)).toMatchObject({ state: 'needs-attention' })
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await user.click(await screen.findByRole('button', { name: 'Discard it' }))
    await waitFor(async () => expect(await theEvent(device)).toMatchObject({ state: 'discarded' }))
    expect(await device.db.events.filter(({ type }) => type === 'undo').count()).toBe(1)
  })

  describe('While the database fails', () => {
    const NOT_SAVED = 'Not saved: storage is full or isn’t answering. Delete some photos or apps, then tap again.'

    /** The page is open, and nothing can be written. @returns ends it */
    async function failing() {
      const device = await refused()
      const { user } = show(page(device))
      await screen.findByRole('button', { name: 'Retry' })
      return { device, user, free: fillDisk(device) }
    }

    test('Retry says that it was not saved, and works once there is room', async () => {
      const { device, user, free } = await failing()
      await user.click(screen.getByRole('button', { name: 'Retry' }))
      expect(await screen.findByText(NOT_SAVED)).toBeVisible()
      free()
      await user.click(screen.getByRole('button', { name: 'Retry' }))
      expect(await screen.findByText('Will be sent again')).toBeVisible()
      expect(screen.queryByText(NOT_SAVED)).not.toBeInTheDocument()
      expect(await theEvent(device)).toMatchObject({ state: 'queued' })
    })

    test('Save and send says so in the form, which keeps what was entered', async () => {
      const { device, user, free } = await failing()
      await user.click(screen.getByRole('button', { name: 'Edit' }))
      const sheet = within(screen.getByRole('dialog', { name: 'Change it and send again' }))
      await user.clear(sheet.getByLabelText('Bags'))
      await user.type(sheet.getByLabelText('Bags'), '7')
      await user.click(sheet.getByRole('button', { name: 'Save and send' }))
      expect(await sheet.findByText(NOT_SAVED)).toBeVisible()
      expect(sheet.getByLabelText('Bags')).toHaveValue('7')
      free()
      await user.click(sheet.getByRole('button', { name: 'Save and send' }))
      await waitFor(async () => expect(await theEvent(device)).toMatchObject({ state: 'queued', payload: { pu: 7 } }))
    })

    test('Discard says so, and the record stays', async () => {
      const { device, user, free } = await failing()
      await user.click(screen.getByRole('button', { name: 'Discard' }))
      await user.click(await screen.findByRole('button', { name: 'Discard it' }))
      expect(await screen.findByText(NOT_SAVED)).toBeVisible()
      free()
      expect(await theEvent(device)).toMatchObject({ state: 'needs-attention' })
    })
  })

  test.each([
    ['Retry', retry, { pu: 2 }],
    ['Save and send', (...one: [Device, string]) => edit(...one, { pu: 3 }), { pu: 3 }],
  ])('%s is repeated on a new connection when the system lost the first one', async (_name, act, payload) => {
    const device = await refused()
    const { eventID } = await theEvent(device)
    const lost = vi.spyOn(device.db.core, 'transaction').mockImplementation(() => {
      throw new DOMException(
        'Connection to Indexed Database server lost. Refresh the page to try again',
        'UnknownError',
      )
    })
    await act(device, eventID)
    expect(lost).toHaveBeenCalledOnce()
    expect(await theEvent(device)).toMatchObject({ state: 'queued', payload })
  })

  test('One that only memory has, after the browser deleted the database, is not called queued or discarded', async () => {
    const device = await refused()
    const { eventID } = await theEvent(device)
    await device.db.events.delete(eventID)
    for (const act of [retry, discard, (...args: [Device, string]) => edit(...args, { pu: 3 })])
      await expect(act(device, eventID)).rejects.toThrow('The database does not have this record')
  })
})
