import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RevokedPage } from '#client/features/sync/revoked-page.tsx'
import { readWeek } from '#client/offline/week.ts'
import { statusOf } from '#client/offline/status.ts'
import { noteRevoked } from '#client/offline/send/session.ts'
import { saveDone, saveCapturedPhoto } from '#client/offline/outbox/record.ts'
import type { Device } from '#client/offline/store/device.ts'
import { writeMetas } from '#client/offline/store/meta.ts'
import { bring, makeDevice, makeStop, show } from '../../support/driver-screen.tsx'

/** A revoked phone with so many stops done, and a photo of the first. */
async function revoked(stops: number): Promise<Device> {
  const device = await makeDevice()
  const made = Array.from({ length: stops }, (_, place) => makeStop(place + 1))
  await bring(device, { stops: made })
  for (const { assignmentID } of made) await saveDone(device, assignmentID, { pu: 1 })
  if (made[0])
    await saveCapturedPhoto(device, made[0].assignmentID, {
      bytes: new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer,
      contentType: 'image/jpeg',
      takenAt: '2026-11-18T00:00:00Z',
    })
  await noteRevoked(device)
  return device
}
const showPage = async (device: Device) =>
  show(<RevokedPage status={statusOf(await readWeek(device), new Date())} chip={null} unsentPath="/pickups/unsent" />)

test('A revoked phone that sends its work says so and how much, and has a link to the unsent records only', async () => {
  await showPage(await revoked(2))
  expect(screen.getByRole('heading', { name: 'The office has blocked this phone' })).toBeVisible()
  expect(screen.getByText('Sending 2 stops and 1 photo to the office. Then this phone is cleared.')).toBeVisible()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/pickups/unsent'])
  expect(screen.queryByRole('button')).toBeNull()
})

test('Records that the office refused are not said to be sent by themselves', async () => {
  const device = await revoked(1)
  await device.db.events.filter(({ type }) => type === 'done').modify({ state: 'needs-attention' })
  await showPage(device)
  expect(screen.getByText('1 of them needs you: open Unsent.')).toBeVisible()
})

test('With everything sent the page says that the phone is being emptied, and has no link', async () => {
  await showPage(await revoked(0))
  expect(screen.getByText('All sent. This phone is being cleared.')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

test('A revoked phone that may have lost records does not say that all is sent', async () => {
  const device = await revoked(0)
  await writeMetas(device.db, { lostBefore: { noticedAt: '2026-11-18T03:00:00Z', unsent: 2 } })
  await showPage(device)
  expect(screen.getByText('Some may be lost: tell the office. This phone is being cleared.')).toBeVisible()
})
