import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import DriverLogout from '#client/app/driver-logout.tsx'
import { UnsentNote } from '#client/features/session/unsent-note.tsx'
import { PickupsPage } from '#client/features/pickups/pickups-page.tsx'
import { StatusChip } from '#client/features/sync/status-chip.tsx'
import { UnsentPage } from '#client/features/sync/unsent-page.tsx'
import { saveCapturedPhoto, saveDone, saveNote, saveUndo } from '#client/offline/outbox/record.ts'
import { exportUnsent, unsentBeforeSignOut } from '#client/offline/unsent.ts'
import type { Device } from '#client/offline/store/device.ts'
import { writeMetas } from '#client/offline/store/meta.ts'
import { bring, makeDevice, makeStop, paths, show, TIME_ZONE } from '../../support/driver-screen.tsx'

const WHAT = '2 stops and 2 photos'
const noFetch = () => Promise.reject(new Error('not asked for'))

/** Seven unsent records: two at one stop with a photo, three at another one, and a photo of a third. */
async function working(): Promise<Device> {
  const device = await makeDevice()
  const stops = [makeStop(1), makeStop(2), makeStop(3, { state: 'done', outcome: 'COLLECTED', pu: 1 })]
  await bring(device, { stops })
  const [first, second, third] = stops.map(({ assignmentID }) => assignmentID) as [string, string, string]
  const photo = (assignmentID: string, last: number) =>
    saveCapturedPhoto(device, assignmentID, {
      bytes: new Uint8Array([0xff, 0xd8, 0xff, last]).buffer,
      contentType: 'image/jpeg',
      takenAt: '2026-11-18T00:00:00Z',
    })
  await saveDone(device, first, { pu: 2 })
  await saveNote(device, first, 'The gate sticks')
  await photo(first, 1)
  const mistaken = await saveDone(device, second, { pu: 1 })
  await saveUndo(device, mistaken.eventID)
  await saveDone(device, second, { pu: 3 })
  await photo(third, 2)
  // As where a driver is signed in.
  await device.db.meta.delete('pause')
  return device
}

const sync = {
  wake: () => undefined,
  drainNow: noFetch,
  pullNow: noFetch,
  stop: () => Promise.resolve(),
}

test('At one moment the chip, the list, Unsent, its export, the question at the logout and the login page say one count', async () => {
  const device = await working()
  const chip = <StatusChip device={device} to="/pickups/unsent" />

  const list = show(
    <PickupsPage
      device={device}
      paths={paths}
      timeZone={TIME_ZONE}
      chip={chip}
      onLook={noFetch}
      fetchPhoto={noFetch}
    />,
  )
  expect(await screen.findByRole('link', { name: `${WHAT} to send` })).toBeVisible()
  expect(await screen.findByText(`${WHAT} to send. Open the app where you have signal.`)).toBeVisible()
  list.unmount()

  const unsent = show(
    <UnsentPage
      device={device}
      chip={chip}
      pickupsPath="/pickups"
      readyPath="/pickups/ready"
      onSend={noFetch}
      saveFile={(name) => Promise.resolve(name)}
    />,
  )
  expect(await screen.findByRole('heading', { name: `${WHAT} not sent yet` })).toBeVisible()
  await unsent.user.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText(new RegExp(`^Exported ${WHAT}: bagrun-unsent-`))).toBeVisible()
  unsent.unmount()

  const leaving = render(
    <MemoryRouter>
      <DriverLogout device={device} sync={sync} onClose={() => undefined} />
    </MemoryRouter>,
  )
  const question = await screen.findByRole('dialog', { name: 'Some of your work isn’t sent yet' })
  expect(within(question).getByText(`Only on this phone: ${WHAT}.`)).toBeVisible()
  leaving.unmount()

  render(<UnsentNote fullName="Sam Driver" {...await unsentBeforeSignOut(device)} onExport={async () => true} />)
  expect(screen.getByText(`This phone holds unsent work of Sam Driver: ${WHAT}.`)).toBeVisible()
  expect((await exportUnsent(device)).unsent).toEqual({ stops: 2, photos: 2 })
})

test.each([
  [
    'may be lost',
    { noticedAt: '2026-11-18T03:00:00Z', unsent: 2 },
    'Some may be lost',
    'Some may be lost: tell the office.',
  ],
  ['was not compared with the office yet', null, 'Checking…', 'Checking…'],
])('While a record %s, neither chip nor list says that all is sent', async (_what, lostBefore, chip, list) => {
  const device = await makeDevice()
  await bring(device, { stops: [makeStop(1, { state: 'done', outcome: 'COLLECTED', pu: 1 })] })
  await device.db.meta.delete('pause')
  if (lostBefore) await writeMetas(device.db, { lostBefore })
  show(
    <PickupsPage
      device={device}
      paths={paths}
      timeZone={TIME_ZONE}
      chip={<StatusChip device={device} to="/pickups/unsent" />}
      onLook={noFetch}
      fetchPhoto={noFetch}
    />,
  )
  expect(await screen.findByRole('link', { name: chip })).toBeVisible()
  expect(screen.getByText(list, { selector: 'p' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('All sent')
})

test('Without signal and before its first answer, a phone that may have lost records does not say that they are saved', async () => {
  const device = await makeDevice()
  await device.db.meta.delete('pause')
  await writeMetas(device.db, {
    lostBefore: { noticedAt: '2026-11-18T03:00:00Z', unsent: 2 },
    link: { state: 'offline', at: '2026-11-18T03:00:00Z' },
  })
  show(
    <UnsentPage
      device={device}
      chip={<StatusChip device={device} to="/pickups/unsent" />}
      pickupsPath="/pickups"
      readyPath="/pickups/ready"
      onSend={noFetch}
      saveFile={(name) => Promise.resolve(name)}
    />,
  )
  expect(await screen.findByRole('link', { name: 'Some may be lost' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Some may be lost' })).toBeVisible()
})
