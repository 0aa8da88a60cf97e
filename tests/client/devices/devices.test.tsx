import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { rangesText } from '#client/features/devices/device-text.ts'
import { DevicesPage } from '#client/features/devices/devices-page.tsx'
import { RunDevices } from '#client/features/devices/run-devices.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { allowDevice, type Device, listDevices, revokeDevice, settleDevice } from '#contract/v1/devices.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'

const device = (driverName: string, more: Partial<Device> = {}): Device => ({
  deviceID: `phone of ${driverName}`,
  driverID: newID(),
  driverName,
  phonesOfDriver: 1,
  firstSeenAt: '2026-01-01T00:00:00Z',
  lastSeenAt: new Date(Date.now() - 12 * 60_000).toISOString(),
  oldestUnsentAt: null,
  unsent: 0,
  needsAttention: 0,
  appBuild: 'b-123',
  clockOffset: 0,
  clockWarning: false,
  reconciliation: { stops: 57, photos: 41, equal: true, holes: [] },
  revokedAt: null,
  wipedAt: null,
  state: 'ok',
  silent: false,
  ...more,
})

const answering =
  (...devices: Device[]) =>
  ({ endpoint }: Sent) =>
    endpoint === listDevices
      ? pageOfRows(devices)
      : [revokeDevice, allowDevice, settleDevice].some((one) => one === endpoint)
        ? ok(devices[0])
        : pageOfRows([])
const show = (...devices: Device[]) =>
  showOffice(<DevicesPage />, { at: '/run-orders/phones', answer: answering(...devices) })
const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!)

test('A phone that has sent everything shows that it and the office count the same', async () => {
  show(device('Tom Reyes'))
  const row = await rowOf('Tom Reyes')
  expect(row.getByText('57 stops, 41 photos: all received')).toBeVisible()
  expect(row.getByText('All sent')).toBeVisible()
  expect(row.getByText('12 min ago')).toBeVisible()
  expect(row.getByText('Correct')).toBeVisible()
})

test('Missing records are shown by number, a wrong clock in words, and a silent phone beside its worse state', async () => {
  const reconciliation = { stops: 5, photos: 1, equal: false, holes: [3, 7, 8, 9] }
  show(
    device('Priya Nair', {
      state: 'records-missing',
      silent: true,
      reconciliation,
      clockOffset: -15 * 60_000,
      clockWarning: true,
    }),
  )
  const row = await rowOf('Priya Nair')
  expect(row.getByText('5 stops, 1 photo received; records 3, 7–9 missing')).toBeVisible()
  expect(row.getByText('Records missing')).toBeVisible()
  expect(row.getByText('Silent')).toBeVisible()
  expect(row.getByText('15 min ahead')).toBeVisible()
})

test('Records that need a person are shown with the unsent ones, and the page says once what to do', async () => {
  show(
    device('Priya Nair', { state: 'needs-attention', unsent: 3, needsAttention: 1 }),
    device('Dan Green', { state: 'needs-attention', unsent: 2, needsAttention: 2 }),
    device('Tom Reyes'),
  )
  expect((await rowOf('Priya Nair')).getByText('1 needs attention')).toBeVisible()
  expect((await rowOf('Dan Green')).getByText('2 need attention')).toBeVisible()
  expect((await rowOf('Tom Reyes')).getByText('None')).toBeVisible()
  expect(screen.getByText(/the driver fixes it on the phone/)).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Needs attention' })).toBeNull()
})

test('A run’s page shows phones only where one of its drivers’ phones needs attention', async () => {
  showOffice(<RunDevices runOrderID={newID()} />, { answer: answering(device('Tom Reyes')) })
  expect(await screen.findByText('Tom Reyes')).toBeVisible()
  expect(screen.queryByText(/the driver fixes it on the phone/)).toBeNull()
  cleanup()
  showOffice(<RunDevices runOrderID={newID()} />, {
    answer: answering(device('Tom Reyes', { unsent: 1, needsAttention: 1 })),
  })
  expect(await screen.findByText(/the driver fixes it on the phone/)).toBeVisible()
})

test('Ranges of numbers are written short', () => {
  expect(['1', '1, 2', '1–3', '1, 5–7, 9']).toEqual([[1], [1, 2], [1, 2, 3], [1, 5, 6, 7, 9]].map(rangesText))
})

test('A lost phone is revoked with a reason, after the dialog has said what that means', async () => {
  const user = userEvent.setup()
  const lost = device('Tom Reyes', { unsent: 3, oldestUnsentAt: '2026-11-20T01:00:00Z', state: 'waiting' })
  const { sentTo } = show(lost)
  await user.click((await rowOf('Tom Reyes')).getByRole('button', { name: 'Sign out Tom Reyes’s phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out Tom Reyes’s phone?' }))
  expect(dialog.getByText(/sends its unsent work, then all customer data on it is wiped/)).toBeVisible()
  expect(dialog.getByText(/It still has 3 unsent records/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Sign out this phone' }))
  expect(await dialog.findByText('This field is mandatory')).toBeVisible()
  await user.type(dialog.getByLabelText(/^Reason/), 'Fell off the truck')
  await user.click(dialog.getByRole('button', { name: 'Sign out this phone' }))
  await waitFor(() =>
    expect(sentTo(revokeDevice)).toMatchObject([{ input: { deviceID: lost.deviceID, reason: 'Fell off the truck' } }]),
  )
})

test('Several phones of one driver can be distinguished, in the list and before one is revoked', async () => {
  const user = userEvent.setup()
  const [old, used] = [
    device('Dave Kowalski', {
      deviceID: 'd0000000-0000-4000-8000-000000aaa111',
      phonesOfDriver: 2,
      firstSeenAt: '2026-01-01T01:00:00Z',
      lastSeenAt: '2026-11-02T03:04:00Z',
    }),
    device('Dave Kowalski', { deviceID: 'd0000000-0000-4000-8000-000000bbb222', phonesOfDriver: 2 }),
  ]
  const { sentTo } = show(old, used, device('Tom Reyes'))
  expect((await rowOf('Tom Reyes')).queryByText(/^Phone \w+$/)).toBeNull()
  expect(screen.getByText('Phone bbb222')).toBeVisible()
  await user.click(
    within(screen.getByText('Phone aaa111').closest('tr')!).getByRole('button', {
      name: 'Sign out phone aaa111 of Dave Kowalski',
    }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out Dave Kowalski’s phone?' }))
  expect(
    dialog.getByText(
      `Phone aaa111, last seen ${formatDayAndTime(old!.lastSeenAt)}, first seen ${formatDayAndTime(old!.firstSeenAt)}.`,
    ),
  ).toBeVisible()
  await user.type(dialog.getByLabelText(/^Reason/), 'Left in a taxi')
  await user.click(dialog.getByRole('button', { name: 'Sign out this phone' }))
  await waitFor(() => expect(sentTo(revokeDevice)).toMatchObject([{ input: { deviceID: old!.deviceID } }]))
})

test('A phone that was found is allowed again', async () => {
  const user = userEvent.setup()
  const found = device('Tom Reyes', {
    revokedAt: '2026-11-19T00:00:00Z',
    wipedAt: '2026-11-19T01:00:00Z',
    state: 'wiped',
  })
  const { sentTo } = show(found)
  const row = await rowOf('Tom Reyes')
  expect(row.getByText('Blocked, wiped')).toBeVisible()
  await user.click(row.getByRole('button', { name: 'Allow Tom Reyes’s phone again' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Allow again' }))
  await waitFor(() => expect(sentTo(allowDevice)).toMatchObject([{ input: { deviceID: found.deviceID } }]))
})

test('Missing records are marked as resolved with a reason, after showing their numbers; without any it is not offered', async () => {
  const user = userEvent.setup()
  const holed = device('Priya Nair', {
    state: 'records-missing',
    reconciliation: { stops: 5, photos: 1, equal: false, holes: [3, 7, 8, 9] },
  })
  const { sentTo } = show(holed, device('Tom Reyes'))
  expect((await rowOf('Tom Reyes')).queryByRole('button', { name: /^Mark resolved/ })).toBeNull()
  await user.click(
    (await rowOf('Priya Nair')).getByRole('button', { name: 'Mark resolved: records missing from Priya Nair’s phone' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark Priya Nair’s missing records as resolved?' }))
  expect(dialog.getByText('Records 3, 7–9 from this phone are missing.')).toBeVisible()
  expect(dialog.getByText(/^Phone .*, last seen/)).toBeVisible()
  expect(dialog.getByText(/If the records still arrive, they’re received/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Mark resolved' }))
  expect(await dialog.findByText('This field is mandatory')).toBeVisible()
  await user.type(dialog.getByLabelText(/^Reason/), 'Entered by hand')
  await user.click(dialog.getByRole('button', { name: 'Mark resolved' }))
  await waitFor(() =>
    expect(sentTo(settleDevice)).toMatchObject([
      { input: { deviceID: holed.deviceID, driverID: holed.driverID, holes: [3, 7, 8, 9], reason: 'Entered by hand' } },
    ]),
  )
})

test('The file of a phone’s unsent work is read in from here, and a run’s page lists its own phones', async () => {
  show(device('Tom Reyes'))
  expect(screen.getByRole('link', { name: 'Load a file from a driver’s phone' })).toHaveAttribute(
    'href',
    '/run-orders/unsent',
  )
  const runOrderID = newID()
  const { sentTo } = showOffice(<RunDevices runOrderID={runOrderID} />, { answer: answering() })
  expect(await screen.findByText('No phones seen yet.')).toBeVisible()
  expect(sentTo(listDevices)[0]!.input).toMatchObject({ runOrderID })
})
