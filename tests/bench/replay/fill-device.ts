import { browserPorts } from '#client/app/browser-ports.ts'
import { closeDevice, openDevice } from '#client/offline/store/device.ts'
import { saveDone, saveCapturedPhoto } from '#client/offline/outbox/record.ts'
import { photoBytes } from '../support/photo-bytes.ts'

/** Runs in a page of the product's origin: records taps and photos by the app's own code. */

export interface Work {
  userID: string
  assignmentIDs: readonly string[]
  photos: number
  photoSize: number
}

async function fillDevice({ userID, assignmentIDs, photos, photoSize }: Work): Promise<void> {
  const device = await openDevice(browserPorts, { userID })
  const every = Math.floor(assignmentIDs.length / photos)
  for (const [at, assignmentID] of assignmentIDs.entries()) {
    await saveDone(device, assignmentID, { pu: 1 + (at % 3) })
    if (at % every === every - 1)
      await saveCapturedPhoto(device, assignmentID, {
        bytes: photoBytes(photoSize, at),
        contentType: 'image/jpeg',
        takenAt: new Date().toISOString(),
      })
  }
  closeDevice(device)
}

Object.assign(globalThis, { fillDevice })
