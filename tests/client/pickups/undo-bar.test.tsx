import { currentRun, readWeek } from '#client/offline/week.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UndoBar } from '#client/features/pickups/undo-bar.tsx'
import { numbered } from '#client/features/pickups/stops.ts'
import { saveCapturedPhoto } from '#client/offline/outbox/record.ts'
import { bring, makeDevice, makeStop, show } from '../../support/driver-screen.tsx'
import { quiet } from './idle-marking.ts'

test('A saved photo is confirmed, with how many photos the stop has', async () => {
  const device = await makeDevice()
  const stop = makeStop(1)
  await bring(device, { stops: [stop] })
  await saveCapturedPhoto(device, stop.assignmentID, {
    bytes: new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer,
    contentType: 'image/jpeg',
    takenAt: '2026-11-18T00:00:00Z',
  })
  const stops = numbered(currentRun(await readWeek(device))!.jobs)
  const last = { eventID: 'e', assignmentID: stop.assignmentID, mark: { kind: 'done', pu: 1 } } as const
  const photos = { saving: 0, savedAt: stop.assignmentID }
  const { unmount } = show(<UndoBar marking={quiet} photos={photos} stops={stops} next={null} />)
  expect(screen.getByText('Photo saved, 1 of 5')).toBeVisible()
  unmount()
  // Beside an Undo it is a line of the same bar: two bars would cover the next Done.
  show(<UndoBar marking={{ ...quiet, last }} photos={photos} stops={stops} next={null} />)
  expect(screen.getByText('Photo saved, 1 of 5')).toBeVisible()
  expect(screen.getByText(/^1 Old Castle Rd: Done, 1 bag/)).toBeVisible()
})

test('A photo of the next stop names its street beside the Undo of the stop before', async () => {
  const device = await makeDevice()
  await bring(device, { stops: [makeStop(1), makeStop(2)] })
  const stops = numbered(currentRun(await readWeek(device))!.jobs)
  const [before, here] = stops
  const last = { eventID: 'e', assignmentID: before!.assignmentID, mark: { kind: 'done', pu: 1 } } as const
  const photos = { saving: 0, savedAt: here!.assignmentID }
  show(<UndoBar marking={{ ...quiet, last }} photos={photos} stops={stops} next={here!} />)
  expect(screen.getByText('Photo saved, 0 of 5: 2 Old Castle Rd')).toBeVisible()
})
