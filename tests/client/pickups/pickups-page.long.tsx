import type { ReactNode } from 'react'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { PickupsPage } from '#client/features/pickups/pickups-page.tsx'
import { saveStopDraft } from '#client/offline/store/records.ts'
import type { Device } from '#client/offline/store/device.ts'
import { saveDone, saveCapturedPhoto } from '#client/offline/outbox/record.ts'
import { bring, makeDevice, makeRun, makeStop, paths, show, TIME_ZONE } from '../../support/driver-screen.tsx'

const page = (device: Device, offer?: ReactNode) => (
  <PickupsPage
    device={device}
    paths={paths}
    timeZone={TIME_ZONE}
    chip={null}
    offer={offer}
    onLook={() => Promise.resolve()}
    fetchPhoto={() => Promise.resolve(new Blob(['x'], { type: 'image/jpeg' }))}
  />
)
const button = (name: string) => screen.findByRole('button', { name })
const card = () => screen.findByRole('region', { name: 'Next stop' })
/** Waits until the second after a tap, in which no other tap counts, is over. */
const settled = (name: string) =>
  waitFor(() => expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'false'))
const kept = (device: Device) => device.db.events.orderBy('eventID').toArray()

describe('The driver’s home', () => {
  test('One tap on Done saves the stop with its bags, and the next stop is shown', async () => {
    const device = await makeDevice()
    const [first, second] = [makeStop(1), makeStop(2)]
    await bring(device, { stops: [first, second] })
    const { user } = show(page(device))

    expect(within(await card()).getByText('1 Old Castle Rd')).toBeVisible()
    await user.click(within(await card()).getByRole('radio', { name: '2 bags' }))
    await user.click(await button('Done'))

    await waitFor(async () => expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible())
    expect(await kept(device)).toMatchObject([{ type: 'done', assignmentID: first.assignmentID, payload: { pu: 2 } }])
    expect(screen.getByText('1 Old Castle Rd: Done, 2 bags')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: '1 of 2 done' })).toBeInTheDocument()
  })

  test('An offer that can wait follows the card, so that it moves no button when it comes or goes', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    show(page(device, <p>Install this app</p>))
    const after = (await card()).compareDocumentPosition(screen.getByText('Install this app'))
    expect(after & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })

  test('A bag count chosen for one stop is not used for the next one', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const { user } = show(page(device))
    await user.click(within(await card()).getByRole('radio', { name: '3 bags' }))
    await user.click(await button('Done'))
    await waitFor(async () => expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible())
    expect(within(await card()).getByRole('radio', { name: '1 bag' })).toBeChecked()
  })

  test('A double tap counts once, and does not mark the next stop, which appears at the same place', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    const { user } = show(page(device))
    await user.dblClick(await button('Done'))
    await waitFor(async () => expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible())
    await user.click(await button('Done'))
    expect(await kept(device)).toHaveLength(1)
    // A tap within the second after it does not count either; a later tap does.
    clock.mockReturnValue(10_900)
    await user.click(await button('Done'))
    expect(await kept(device)).toHaveLength(1)
    clock.mockReturnValue(11_050)
    await user.click(await button('Done'))
    await waitFor(async () => expect(await kept(device)).toHaveLength(2))
    clock.mockRestore()
  })

  test('While a tap is being saved no other one counts, nor in the second after, when the next stop has appeared', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    let compared = () => undefined as void
    device.journal.opening = new Promise((resolve) => (compared = resolve))
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    const { user } = show(page(device))
    await user.click(await button('Done'))
    clock.mockReturnValue(11_200)
    await user.click(await button('Done'))
    clock.mockReturnValue(11_900)
    compared()
    await waitFor(async () => expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible())
    clock.mockReturnValue(11_950)
    await user.click(await button('Done'))
    clock.mockReturnValue(13_000)
    await user.click(await button('Bag MT'))
    await waitFor(async () => expect(await kept(device)).toMatchObject([{ type: 'done' }, { type: 'bag-mt' }]))
    clock.mockRestore()
  })

  test('Bag MT, and No access, are one tap too', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2), makeStop(3)] })
    const { user } = show(page(device))
    await user.click(await button('Bag MT'))
    await waitFor(async () => expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible())
    await settled('No access')
    await user.click(await button('No access'))
    await waitFor(async () => expect(within(await card()).getByText('3 Old Castle Rd')).toBeVisible())
    expect((await kept(device)).map((event) => [event.type, event.payload])).toEqual([
      ['bag-mt', {}],
      ['not-collected', { outcome: 'NO_ACCESS' }],
    ])
  })

  test('Undo removes the last tap, and the stop is the current one again', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const { user } = show(page(device))
    await user.click(await button('Done'))
    await user.click(await button('Undo'))
    await waitFor(async () => expect(within(await card()).getByText('1 Old Castle Rd')).toBeVisible())
    expect((await kept(device)).map(({ type }) => type).sort()).toEqual(['done', 'undo'])
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  test('When a tap can’t be saved an error says so, and the stop stays', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await button('Done')
    device.db.events.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await user.click(await button('Done'))
    expect(await screen.findByText(/^Not saved: storage is full/)).toBeVisible()
    expect(within(await card()).getByText('1 Old Castle Rd')).toBeVisible()
  })

  test('When a tap in a sheet can’t be saved the error is shown in that sheet', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(await button('More'))
    device.db.events.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const sheet = within(await screen.findByRole('dialog'))
    await user.click(sheet.getByRole('button', { name: 'Unsafe' }))
    expect(await sheet.findByRole('alert')).toHaveTextContent('Not saved: storage is full.')
  })

  test('The sixth photo is refused before the camera opens', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    for (let count = 0; count < 5; count++)
      await saveCapturedPhoto(device, stop.assignmentID, {
        bytes: new ArrayBuffer(3),
        contentType: 'image/jpeg',
        takenAt: '2026-11-18T00:00:00Z',
      })
    const { user } = show(page(device))
    await user.click(await button('Photo 5/5'))
    expect(await screen.findByText('Not saved: Too many files. The maximum number of files is 5.')).toBeVisible()
    expect(document.querySelector('input[type=file]')).toBeNull()
  })

  test('When a stop is chosen by keyboard the focus moves to it', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const { user } = show(page(device))
    ;(await screen.findByRole('button', { name: /2 Old Castle Rd/ })).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: 'Stop 2, out of order' })).toHaveFocus()
  })

  test('More offers the six reasons, asks about an extra amount, and saves it with a note and the chosen one', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const { user } = show(page(device))
    await user.click(await button('More'))
    const sheet = within(await screen.findByRole('dialog'))
    for (const reason of ['Not out', 'No access', 'Overweight', 'Contaminated', 'Unsafe', 'Other'])
      expect(sheet.getByRole('button', { name: reason })).toBeEnabled()
    await user.type(sheet.getByLabelText('Extra amount (AUD)'), '12.50')
    await user.type(sheet.getByLabelText('Note to the office'), 'Bag torn')
    await user.click(sheet.getByRole('button', { name: 'Overweight' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Overweight: extra $12.50 too?' }))
    expect(await kept(device)).toEqual([])
    await user.click(asked.getByRole('button', { name: 'With the extra' }))
    await waitFor(async () =>
      expect(await kept(device)).toMatchObject([
        { type: 'not-collected', payload: { outcome: 'OVERWEIGHT', extraAmount: 12.5, notes: 'Bag torn' } },
      ]),
    )
  })

  test('An extra amount that is no number is refused in the specification’s words', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(await button('More'))
    const sheet = within(await screen.findByRole('dialog'))
    await user.type(sheet.getByLabelText('Extra amount (AUD)'), 'ten')
    expect(sheet.getByText('This field must be Number')).toBeVisible()
    await user.clear(sheet.getByLabelText('Extra amount (AUD)'))
    await user.type(sheet.getByLabelText('Extra amount (AUD)'), '-5')
    expect(sheet.getByText('This field must be non-negative Number')).toBeVisible()
    for (const leaving of ['Take a photo', 'Choose photo'])
      expect(sheet.getByRole('button', { name: leaving })).toBeDisabled()
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('dialog')).toBeVisible()
    expect(sheet.getByLabelText('Extra amount (AUD)')).toHaveFocus()
  })

  test('A stop draft from More is shown on the stop, and is saved with Done', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(await button('More'))
    const sheet = within(await screen.findByRole('dialog'))
    await user.type(sheet.getByLabelText('Extra amount (AUD)'), '10')
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Extra $10.00 goes with whatever you tap next')).toBeVisible()
    await user.click(await button('Done'))
    await waitFor(async () =>
      expect(await kept(device)).toMatchObject([{ type: 'done', payload: { pu: 1, extraAmount: 10 } }]),
    )
  })

  test('An extra amount is asked about at No access, and can be removed on the card', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const { user } = show(page(device))
    const typeExtra = async () => {
      await user.click(await button('More'))
      const sheet = within(await screen.findByRole('dialog'))
      await user.type(sheet.getByLabelText('Extra amount (AUD)'), '12.5')
      await user.click(sheet.getByRole('button', { name: 'Close' }))
      expect(await screen.findByText(/Extra \$12\.50 goes with/)).toBeVisible()
    }
    await typeExtra()
    await user.click(screen.getByRole('button', { name: 'Remove extra' }))
    await waitFor(() => expect(screen.queryByText(/goes with whatever/)).toBeNull())
    await typeExtra()
    await user.click(await button('No access'))
    const asked = within(await screen.findByRole('dialog', { name: 'No access: extra $12.50 too?' }))
    expect(await kept(device)).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Without the extra' }))
    await waitFor(async () =>
      expect(await kept(device)).toMatchObject([{ type: 'not-collected', payload: { outcome: 'NO_ACCESS' } }]),
    )
    expect((await kept(device))[0]!.payload).not.toHaveProperty('extraAmount')
  })

  test('An extra amount is asked about where the customer cancelled too', async () => {
    const device = await makeDevice()
    const stop = makeStop(1, { customerCancelledAt: '2026-11-17T20:12:00Z' })
    await bring(device, { stops: [stop] })
    await saveStopDraft(device.db, stop.assignmentID, { extraAmount: 12.5 })
    const { user } = show(page(device))
    expect(await screen.findByText(/Extra \$12\.50 goes with/)).toBeVisible()
    await user.click(await button('Customer cancelled'))
    const asked = within(await screen.findByRole('dialog', { name: 'Customer cancelled: extra $12.50 too?' }))
    await user.click(asked.getByRole('button', { name: 'With the extra' }))
    await waitFor(async () =>
      expect(await kept(device)).toMatchObject([{ payload: { outcome: 'CUSTOMER_CANCELLED', extraAmount: 12.5 } }]),
    )
  })

  test('Undo gives back the extra amount and the note of the stop draft, and Done sends them again', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const { user } = show(page(device))
    await user.click(await button('More'))
    const sheet = within(await screen.findByRole('dialog'))
    await user.type(sheet.getByLabelText('Extra amount (AUD)'), '10')
    await user.type(sheet.getByLabelText('Note to the office'), 'Bag torn')
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await user.click(await button('Done'))
    await waitFor(async () => expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible())
    expect(screen.queryByText('Extra $10.00 goes with whatever you tap next')).not.toBeInTheDocument()
    await user.click(await button('Undo'))
    expect(await screen.findByText('Extra $10.00 goes with whatever you tap next')).toBeVisible()
    // The draft is read from the phone, and taps are ignored until the stop has settled.
    expect(await screen.findByText('Note, goes with whatever you tap next: Bag torn')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus())
    await settled('Done')
    await user.click(await button('Done'))
    await waitFor(async () =>
      expect((await kept(device)).at(-1)).toMatchObject({
        type: 'done',
        payload: { pu: 1, extraAmount: 10, notes: 'Bag torn' },
      }),
    )
  })

  test('A stop draft is still there after the page was left, until it is saved with an outcome', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const first = show(page(device))
    await first.user.click(await button('More'))
    await first.user.type(
      within(await screen.findByRole('dialog')).getByLabelText('Note to the office'),
      'Gate left open',
    )
    first.unmount()
    const { user, unmount } = show(page(device))
    expect(await screen.findByText('Note, goes with whatever you tap next: Gate left open')).toBeVisible()
    await user.click(await button('More'))
    expect(within(await screen.findByRole('dialog')).getByLabelText('Note to the office')).toHaveValue('Gate left open')
    await user.click(screen.getByRole('button', { name: 'Not out' }))
    await waitFor(async () =>
      expect(await kept(device)).toMatchObject([
        { type: 'not-collected', payload: { outcome: 'NOT_OUT', notes: 'Gate left open' } },
      ]),
    )
    unmount()
    expect(await device.db.meta.where('key').startsWith('along:').count()).toBe(0)
  })

  test('Done saves the stop draft even when it is tapped before the phone has read the draft', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop] })
    await saveStopDraft(device.db, stop.assignmentID, { extraAmount: 10, notes: 'Bag torn' })
    // The screen's own read never ends.
    const real = device.db.meta.where.bind(device.db.meta) as (key: string) => {
      startsWith: (prefix: string) => unknown
    }
    let never = { toArray: () => new Promise(() => undefined) } as unknown
    const where = vi.spyOn(device.db.meta, 'where').mockImplementation(((key: string) => {
      const clause = real(key)
      const startsWith = (prefix: string) => {
        const first = prefix === 'along:' ? never : undefined
        if (first !== undefined) never = undefined
        return first ?? clause.startsWith(prefix)
      }
      return { startsWith }
    }) as never)
    const { user } = show(page(device))
    await user.click(await button('Done'))
    await waitFor(async () =>
      expect(await kept(device)).toMatchObject([{ type: 'done', payload: { extraAmount: 10, notes: 'Bag torn' } }]),
    )
    where.mockRestore()
  })

  test('More than three bags are two taps', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(within(await card()).getByRole('radio', { name: 'More bags' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '7 bags' }))
    expect(within(await card()).getByRole('radio', { name: '7 bags' })).toBeChecked()
    await user.click(await button('Done'))
    await waitFor(async () => expect(await kept(device)).toMatchObject([{ payload: { pu: 7 } }]))
  })

  test.each([13, 14, 16, 17, 18, 19, 21, 24, 26, 348, 999])('%i bags can be entered on the card', async (bags) => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(within(await card()).getByRole('radio', { name: 'More bags' }))
    const sheet = within(await screen.findByRole('dialog'))
    await user.clear(sheet.getByRole('textbox', { name: 'Bags' }))
    await user.type(sheet.getByRole('textbox', { name: 'Bags' }), `${bags}`)
    await user.click(sheet.getByRole('button', { name: `Use ${bags} bags` }))
    expect(within(await card()).getByRole('radio', { name: `${bags} bags` })).toBeChecked()
    await user.click(await button('Done'))
    await waitFor(async () => expect(await kept(device)).toMatchObject([{ payload: { pu: bags } }]))
  })

  test('Bags are stepped from the chosen number, a held step repeats, and only a valid count can be used', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(within(await card()).getByRole('radio', { name: '3 bags' }))
    await user.click(within(await card()).getByRole('radio', { name: 'More bags' }))
    const sheet = within(await screen.findByRole('dialog'))
    const field = sheet.getByRole('textbox', { name: 'Bags' })
    await user.click(sheet.getByRole('button', { name: 'One bag more' }))
    expect(field).toHaveValue('4')
    await user.click(sheet.getByRole('button', { name: 'One bag less' }))
    expect(field).toHaveValue('3')
    await user.pointer({ keys: '[MouseLeft>]', target: sheet.getByRole('button', { name: 'One bag more' }) })
    await waitFor(() => expect(Number((field as HTMLInputElement).value)).toBeGreaterThan(5))
    await user.pointer({ keys: '[/MouseLeft]' })
    for (const wrong of ['0', '1.5', 'x']) {
      await user.clear(field)
      await user.type(field, wrong)
      expect(sheet.getByRole('button', { name: /^Use/ })).toBeDisabled()
    }
  })

  test('After the office took stops off, every count agrees, and the page says why and what happens to their records', async () => {
    const device = await makeDevice()
    const shifted = makeStop(2, { state: 'shifted' })
    const given = makeStop(3, { absent: true })
    await bring(device, {
      stops: [
        makeStop(1),
        shifted,
        given,
        makeStop(4, { state: 'cancelled' }),
        makeStop(5, { state: 'done', outcome: 'COLLECTED', pu: 1 }),
      ],
    })
    await saveDone(device, given.assignmentID, { pu: 1 })
    await device.db.meta.put({
      key: 'gone:x',
      value: { runOrderID: shifted.runOrderID, version: 1, at: '2026-11-18T02:00:00Z' },
    })
    const { user } = show(page(device))
    expect(await screen.findByRole('progressbar', { name: '1 of 2 done' })).toBeInTheDocument()
    expect(screen.getAllByRole('radio', { name: /^(To do|Done|All) / }).map(({ textContent }) => textContent)).toEqual([
      'To do 1',
      'Done 1',
      'All 2',
    ])
    const line = screen.getByRole('button', { name: /^4 stops are no longer on your run/ })
    expect(line).toHaveTextContent('1 moved to another week, 3 moved or removed by the office')
    expect(line).toHaveTextContent('You recorded 1 of them')
    await user.click(line)
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringContaining('2 Old Castle Rd'),
      expect.stringContaining('3 Old Castle Rd'),
      expect.stringContaining('4 Old Castle Rd'),
    ])
  })

  test('During the first fetch nothing is called missing; without signal the page says when the stops will load', async () => {
    const device = await makeDevice()
    await bring(device, { runs: [] })
    await device.db.meta.bulkDelete(['lastPullAt', 'pause'])
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'Loading your stops…' })).toBeVisible()
    expect(screen.queryByText(/No stops/)).not.toBeInTheDocument()
    await device.db.meta.put({ key: 'link', value: { state: 'offline', at: '2026-11-18T02:00:00Z' } })
    expect(await screen.findByText('They’ll load when you have signal.')).toBeVisible()
  })

  test('A saved note shows on the card', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(await button('More'))
    const sheet = within(await screen.findByRole('dialog'))
    await user.type(sheet.getByLabelText('Note to the office'), 'Dog bites')
    await user.click(sheet.getByRole('button', { name: 'Save note' }))
    await sheet.findByText('Note saved on this phone')
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    expect(within(await card()).getByText('Your note: Dog bites')).toBeVisible()
  })

  test('Under More the reasons come before amount, note and photos', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(await button('More'))
    const sheet = await screen.findByRole('dialog')
    const parts = [...sheet.querySelectorAll('button, input, textarea')].map((part) => part.textContent || part.tagName)
    expect(parts.slice(0, 7)).toEqual([
      'Not out',
      'No access',
      'Overweight',
      'Contaminated',
      'Unsafe',
      'Other',
      'INPUT',
    ])
  })

  test('While the storage fails, stops and input stay on the screen, and a tap says that it was not saved', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2)] })
    const { user } = show(page(device))
    await user.click(within(await card()).getByRole('radio', { name: '3 bags' }))
    const disk = device.ports.indexedDB!
    const open = disk.open.bind(disk)
    disk.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    }
    device.db.close({ disableAutoOpen: false })
    await user.click(await button('Done'))
    expect(
      await screen.findByText(
        'Not saved: storage is full or isn’t answering. Delete some photos or apps, then tap again.',
      ),
    ).toBeVisible()
    expect(within(await card()).getByText('1 Old Castle Rd')).toBeVisible()
    expect(within(await card()).getByRole('radio', { name: '3 bags' })).toBeChecked()
    disk.open = open
    await user.click(await button('Done'))
    await waitFor(async () => expect(await kept(device)).toMatchObject([{ payload: { pu: 3 } }]))
  })

  test('A customer who cancelled is struck through with the time and comes last', async () => {
    const device = await makeDevice()
    await bring(device, {
      stops: [makeStop(1, { customerCancelledAt: '2026-11-17T20:12:00Z', address: '41 Gilbert Rd' }), makeStop(2)],
    })
    const { user } = show(page(device))
    expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible()
    const row = screen.getByRole('button', { name: /41 Gilbert Rd/ })
    expect(row).toHaveTextContent(/Customer cancelled \d\d:\d\d/)
    expect(row).toHaveTextContent('Skip')
    await user.click(row)
    expect(await screen.findByText('Nothing to collect here.')).toBeVisible()
    // Neither button has the style of the action that is right at any other stop.
    const looks = ['Customer cancelled', 'Done'].map((name) => screen.getByRole('button', { name }).className)
    expect(looks.join(' ')).not.toMatch(/_filled_/)
    await user.click(await button('Customer cancelled'))
    await waitFor(async () =>
      expect(await kept(device)).toMatchObject([{ payload: { outcome: 'CUSTOMER_CANCELLED' } }]),
    )
  })

  test('A stop that its customer skipped counts nowhere, and is found struck through behind the line that says why', async () => {
    const device = await makeDevice()
    const skipped = makeStop(2, {
      state: 'shifted',
      customerCancelledAt: '2026-11-15T20:12:00Z',
      noPickup: { noPickupID: 'n', reason: null, late: false },
    })
    await bring(device, { stops: [makeStop(1), skipped, makeStop(3, { state: 'shifted' })] })
    const { user } = show(page(device))
    expect(await screen.findByRole('radio', { name: 'To do 1' })).toBeVisible()
    const line = screen.getByRole('button', { name: /2 stops are no longer on your run/ })
    expect(line).toHaveTextContent('1 moved to another week, 1 cancelled by the customer')
    await user.click(line)
    const row = await screen.findByRole('link', { name: /2 Old Castle Rd/ })
    expect(row.className).toMatch(/struck/)
    expect(row).toHaveTextContent(/Customer cancelled \d\d:\d\d/)
    expect(row).toHaveTextContent('Skip')
    expect(row).not.toHaveTextContent('Moved to another week')
    expect(screen.getByRole('link', { name: /3 Old Castle Rd/ })).toHaveTextContent('Moved to another week')
  })

  test('When every stop of the run was skipped, the page says so and lists them', async () => {
    const device = await makeDevice()
    const skipped = makeStop(1, {
      state: 'shifted',
      customerCancelledAt: '2026-11-15T20:12:00Z',
      noPickup: { noPickupID: 'n', reason: 'Away', late: false },
    })
    await bring(device, { stops: [skipped] })
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'No stops left on this run' })).toBeVisible()
    expect(screen.getByRole('button', { name: /1 stop is no longer on your run/ })).toBeVisible()
    const row = screen.getByRole('link', { name: /1 Old Castle Rd/ })
    expect(row.className).toMatch(/struck/)
    expect(row).toHaveTextContent('Away')
    expect(screen.queryByRole('radiogroup', { name: 'Show' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Ready to leave?' })).toBeNull()
  })

  test('A stop tapped in the list becomes the current one out of order, and the next one is one tap away', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2), makeStop(3)] })
    const { user } = show(page(device))
    await user.click(await screen.findByRole('button', { name: /3 Old Castle Rd/ }))
    expect(
      within(await screen.findByRole('region', { name: 'Stop 3, out of order' })).getByText('3 Old Castle Rd'),
    ).toBeVisible()
    await user.click(await button('Back to stop 1'))
    expect(within(await card()).getByText('1 Old Castle Rd')).toBeVisible()
  })

  test('A finished stop shows whether its record is sent', async () => {
    const device = await makeDevice()
    const stop = makeStop(1)
    await bring(device, { stops: [stop, makeStop(2)] })
    await saveDone(device, stop.assignmentID, { pu: 2 })
    const { user } = show(page(device))
    await user.click(await screen.findByRole('radio', { name: 'Done 1' }))
    const row = await screen.findByRole('link', { name: /1 Old Castle Rd/ })
    expect(row).toHaveTextContent('2 bags')
    expect(row).toHaveTextContent('Saved here')
    expect(row).toHaveAttribute('href', `/pickups/${stop.assignmentID}`)
  })

  test('The list is filtered by suburb and searched by name or street, whatever tab is open', async () => {
    const device = await makeDevice()
    const done = makeStop(1, { capturedCustomerName: 'René Nguyen' })
    await bring(device, { stops: [done, makeStop(2), makeStop(3, { suburb: 'Dural' })] })
    await saveDone(device, done.assignmentID, { pu: 1 })
    const { user } = show(page(device))
    await user.selectOptions(await screen.findByLabelText('Suburb'), 'Dural')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByTestId('where')).toHaveTextContent('suburb=Dural')
    await user.selectOptions(screen.getByLabelText('Suburb'), '')
    await user.keyboard('{Escape}')
    await user.click(await button('Search'))
    await user.type(screen.getByRole('searchbox', { name: 'Name or street' }), 'rene')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('listitem')).toHaveTextContent('René Nguyen')
    await user.type(screen.getByRole('searchbox', { name: 'Name or street' }), 'x')
    expect(screen.getByText('No matches for “renex”')).toBeVisible()
    await user.click(await button('Show all stops'))
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('The current stop is found too, in every list, and choosing a list ends the search', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1, { address: '7 Wattle St' }), makeStop(2)] })
    const { user } = show(page(device))
    await user.click(await button('Search'))
    await user.keyboard('wattle')
    expect(screen.getByLabelText('Name or street')).toHaveValue('wattle')
    expect(await screen.findByRole('radio', { name: 'All 2' })).toBeChecked()
    expect(within(screen.getByRole('list', { name: 'Stops' })).getByText('7 Wattle St')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'To do 2' }))
    await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent('/pickups'))
    expect(screen.queryByLabelText('Name or street')).not.toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'To do 2' })).toBeChecked()
    expect(within(screen.getByRole('list', { name: 'Stops' })).getByText('2 Old Castle Rd')).toBeVisible()
  })

  test('Esc ends the search and gives the focus back to Find', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    await user.click(await button('Search'))
    await user.keyboard('old{Escape}')
    expect(await button('Search')).toHaveFocus()
    expect(screen.queryByLabelText('Name or street')).not.toBeInTheDocument()
  })

  test('The arrow keys reach every bag count, and the + too, without opening it', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1)] })
    const { user } = show(page(device))
    within(await card())
      .getByRole('radio', { name: '1 bag' })
      .focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByRole('radio', { name: '3 bags' })).toBeChecked()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('radio', { name: 'More bags' })).toHaveFocus()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'How many bags?' })).toBeVisible()
  })

  test('The access photos open large with one tap', async () => {
    const device = await makeDevice()
    const photoID = '01890000-0000-7000-8000-00000000f002'
    await bring(device, {
      stops: [makeStop(1, { accessPhotos: [{ photoID, url: `/v1/photos/${photoID}`, takenAt: null }] })],
    })
    const { user } = show(page(device))
    await user.click(await button('Access photo'))
    const dialog = within(await screen.findByRole('dialog', { name: 'How to get in' }))
    expect(await dialog.findByRole('img', { name: 'Access photo 1' })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByTestId('where')).toHaveTextContent('/pickups')
  })

  test('Move next makes a stop the next one, by button or by the keyboard', async () => {
    const device = await makeDevice()
    await bring(device, { stops: [makeStop(1), makeStop(2), makeStop(3)] })
    const { user } = show(page(device))
    await user.click(await button('Order'))
    const third = within((await screen.findAllByRole('listitem'))[2]!)
    await user.click(third.getByRole('button', { name: 'Move next' }))
    await waitFor(async () => expect(within(await card()).getByText('3 Old Castle Rd')).toBeVisible())
    screen.getByRole('button', { name: 'Move 3 Old Castle Rd' }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(async () => expect(within(await card()).getByText('1 Old Castle Rd')).toBeVisible())
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringContaining('1 · 1 Old'),
      expect.stringContaining('2 · 3 Old'),
      expect.stringContaining('3 · 2 Old'),
    ])
  })

  test('Without a run the page says what happens next', async () => {
    const device = await makeDevice()
    await bring(device, { runs: [] })
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'No run yet' })).toBeVisible()
    expect(screen.getByText(/^Last checked \d\d:\d\d$/)).toBeVisible()
  })

  test('Before the first fetch, or once the browser deleted the data, the page does not say that there is no run', async () => {
    const device = await makeDevice()
    await bring(device, { runs: [] })
    await device.db.meta.delete('lastPullAt')
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'No stops on this phone yet' })).toBeVisible()
    expect(screen.getByText('This phone hasn’t reached the office yet.')).toBeVisible()
  })

  test('When all is done the page says what is unsent and what to do about it', async () => {
    const device = await makeDevice()
    const stops = [makeStop(1), makeStop(2), makeStop(3)]
    await bring(device, { stops })
    for (const { assignmentID } of stops) await saveDone(device, assignmentID, { pu: 1 })
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'All 3 done' })).toBeVisible()
    expect(screen.getByText('3 stops to send. Open the app where you have signal.')).toBeVisible()
  })

  test('Once the run is over the driver reads what became of the stops, also where none was reached', async () => {
    const device = await makeDevice()
    const completed = { status: 'completed', stops: 0, done: 0, notDone: 0, moved: 48, removed: 0, open: 0 } as const
    await bring(device, { runs: [makeRun({ ...completed, planned: 48 })], stops: [] })
    show(page(device))
    expect(await screen.findByRole('heading', { name: 'No stops left on this run' })).toBeVisible()
    expect(screen.getByText('0 done · 48 moved to another week')).toBeVisible()
  })

  test('Once the run is over the header and the card count what the office counts: all that was planned', async () => {
    const device = await makeDevice()
    const completed = { status: 'completed', stops: 2, done: 1, notDone: 1, moved: 46, removed: 1, open: 0 } as const
    await bring(device, {
      runs: [makeRun({ ...completed, planned: 49 })],
      stops: [
        makeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 1 }),
        makeStop(2, { state: 'done', outcome: 'NO_ACCESS' }),
        makeStop(3, { state: 'shifted' }),
      ],
    })
    show(page(device))
    expect(await screen.findByRole('heading', { name: '1 of your 49 stops done' })).toBeVisible()
    // This phone has one of the 47 that left the run.
    expect(screen.queryByText(/no longer on your run/)).toBeNull()
    expect(screen.getByText('1 done · 1 not done · 46 moved to another week · 1 removed')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: '1 done and 1 not done of 49' })).toBeVisible()
    expect(document.body).toHaveTextContent('1 of 49 done · 1 not done')
  })

  test('No access is not counted as done, and Bag MT has no tick', async () => {
    const device = await makeDevice()
    const stops = [
      makeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 1 }),
      makeStop(2, { state: 'done', outcome: 'EMPTY', emptyPickup: true }),
      makeStop(3, { state: 'done', outcome: 'NO_ACCESS' }),
      makeStop(4),
    ]
    await bring(device, { stops })
    const { user } = show(page(device))
    expect(await screen.findByRole('radio', { name: 'Done 2' })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Not done 1' })).toBeVisible()
    expect(screen.getByRole('progressbar', { name: '2 done and 1 not done of 4' })).toHaveAttribute(
      'aria-valuenow',
      '3',
    )
    await user.click(screen.getByRole('radio', { name: 'Done 2' }))
    const [first, second] = within(screen.getByRole('list', { name: 'Stops' })).getAllByRole('listitem')
    const tick = (row: HTMLElement) => row.querySelector('[class*=number] svg')
    expect([tick(first!) !== null, tick(second!) !== null]).toEqual([true, false])
    expect(second).toHaveTextContent('Bag MT')
  })

  test('Another week’s open run can be shown with one switch', async () => {
    const device = await makeDevice()
    const other = makeRun({
      runOrderID: '01890000-0000-7000-8000-00000000a002',
      description: 'Catch-up',
      fromDate: '2026-11-09',
      toDate: '2026-11-15',
    })
    await bring(device, {
      runs: [makeRun(), other],
      stops: [makeStop(1), makeStop(9, { runOrderID: other.runOrderID })],
    })
    const { user } = show(page(device))
    expect(await screen.findByRole('heading', { level: 1, name: 'Week 3, November' })).toBeVisible()
    await user.click(await button('Catch-up · 09/11'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catch-up' })).toBeVisible()
    expect(within(await card()).getByText('9 Old Castle Rd')).toBeVisible()
  })
})
