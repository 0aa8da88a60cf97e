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
  for (const [at, assignmentID] of assignmentIDs.entries()) {
    await saveDone(device, assignmentID, { pu: 1 + (at % 3) })
    const photosUpTo = (stops: number) => Math.floor((stops * photos) / assignmentIDs.length)
    for (let number = photosUpTo(at); number < photosUpTo(at + 1); number += 1)
      await saveCapturedPhoto(device, assignmentID, {
        bytes: photoBytes(photoSize, number),
        contentType: 'image/jpeg',
        takenAt: new Date().toISOString(),
      })
  }
  closeDevice(device)
}

Object.assign(globalThis, { fillDevice })
