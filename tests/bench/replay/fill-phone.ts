import { browserPorts } from '#client/app/browser-ports.ts'
import { closePhone, openPhone } from '#client/offline/phone.ts'
import { saveDone, saveCapturedPhoto } from '#client/offline/record.ts'
import { photoBytes } from '../support/photo-bytes.ts'

/** Runs in a page of the product's origin: records taps and photos by the app's own code. */

export interface Work {
  userID: string
  assignmentIDs: readonly string[]
  photos: number
  photoSize: number
}

async function fillPhone({ userID, assignmentIDs, photos, photoSize }: Work): Promise<void> {
  const phone = await openPhone(browserPorts, { userID })
  const every = Math.floor(assignmentIDs.length / photos)
  for (const [at, assignmentID] of assignmentIDs.entries()) {
    await saveDone(phone, assignmentID, { pu: 1 + (at % 3) })
    if (at % every === every - 1)
      await saveCapturedPhoto(phone, assignmentID, {
        bytes: photoBytes(photoSize, at),
        contentType: 'image/jpeg',
        takenAt: new Date().toISOString(),
      })
  }
  closePhone(phone)
}

Object.assign(globalThis, { fillPhone })
