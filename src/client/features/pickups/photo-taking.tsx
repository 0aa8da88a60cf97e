import { useState } from 'react'
import { deviceStorage } from '#client/api/browser-storage.ts'
import { noteRefusalsRead, takeInHand } from '#client/offline/photos-in-hand.ts'
import { type Device, freshID } from '#client/offline/store/device.ts'
import type { OfflinePorts } from '#client/offline/store/schema.ts'
import { shownWeek } from '#client/offline/week.ts'
import { openCamera, type PhotoSource } from '#client/photo/camera.ts'
import {
  type CaptureIntent,
  forgetCapture,
  forgetPhoto,
  interruptedCaptures,
  lostOf,
  noteCapture,
} from '#client/photo/capture-intent.ts'
import { createCompressor } from '#client/photo/compressor.ts'
import { savePhoto } from '#client/photo/save-photo.ts'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { failureText } from './stop-words.ts'

// One per page: photos are compressed one after the other, whichever screen took them.
const compressor = createCompressor()

const interrupted = new WeakMap<OfflinePorts, CaptureIntent[]>()

/**
 * The captures in progress when the phone closed the app. Read once, before this page notes its own, whose photos may
 * still be in hand.
 */
function interruptedOn({ ports }: Device): CaptureIntent[] {
  const known = interrupted.get(ports) ?? interruptedCaptures(deviceStorage, new Date())
  interrupted.set(ports, known)
  return known
}

/** Opens the camera or the gallery for a stop; inside a tap's handler only. */
export function takePhoto(device: Device, assignmentID: string, source: PhotoSource): void {
  interruptedOn(device)
  const intent = { assignmentID, openedAt: new Date().toISOString() }
  noteCapture(deviceStorage, intent)
  openCamera(source, {
    cancelled: () => forgetCapture(deviceStorage, intent),
    picked: (files) => {
      const photos = files.map((file) => ({ ...file, photoID: freshID(device) }))
      noteCapture(deviceStorage, { ...intent, photoIDs: photos.map(({ photoID }) => photoID) })
      for (const photo of photos)
        void takeInHand(
          device,
          assignmentID,
          () => savePhoto(device, assignmentID, photo, compressor),
          () => forgetPhoto(deviceStorage, photo.photoID),
        )
    },
  })
}

/** Photos that were not saved, on every page: the driver may have left the stop before it is known. */
export function PhotosNotSaved({ device }: { device: Device }) {
  const [, setEnded] = useState<CaptureIntent | null>(null)
  const week = useReading(shownWeek(device))
  if (week === undefined) return null
  const { refused } = week.photosInHand
  const interrupted = interruptedOn(device)
  const lost = interrupted.flatMap((capture) => {
    const { assignmentID } = capture
    const stop = week.stops.get(assignmentID)
    const ofStop = week.events.filter((event) => event.assignmentID === assignmentID)
    const count = lostOf(
      capture,
      ofStop.flatMap((event) => (event.type === 'photo' ? [event.payload] : [])),
    )
    return stop && count > 0 ? [{ capture, count, street: stop.address }] : []
  })[0]
  const end = (capture: CaptureIntent) => {
    interrupted.splice(interrupted.indexOf(capture), 1)
    forgetCapture(deviceStorage, capture)
    setEnded(capture)
  }
  return (
    <>
      {refused.length === 0 ? null : (
        <NoticeBar
          tone="bad"
          role="alert"
          icon={<AlertIcon />}
          actions={<NoticeButton onClick={() => noteRefusalsRead(device)}>{t('OK')}</NoticeButton>}
        >
          {[...new Set(refused.map(({ assignmentID }) => assignmentID))].map((at) => (
            <div key={at} style={{ whiteSpace: 'pre-line' }}>
              <div>{week.stops.get(at)?.address}</div>
              <p>{failureText(refused.flatMap(({ assignmentID, why }) => (assignmentID === at ? [why] : [])))}</p>
            </div>
          ))}
        </NoticeBar>
      )}
      {!lost ? null : (
        <NoticeBar
          tone="bad"
          role="alert"
          icon={<AlertIcon />}
          actions={
            <>
              <NoticeButton
                onClick={() => {
                  end(lost.capture)
                  takePhoto(device, lost.capture.assignmentID, 'camera')
                }}
              >
                {t('Retake')}
              </NoticeButton>
              <NoticeButton onClick={() => end(lost.capture)}>{t('Skip')}</NoticeButton>
            </>
          }
        >
          {plural(
            lost.count,
            'The photo of {{street}} wasn’t saved: the phone closed the app.',
            '{{count}} photos of {{street}} weren’t saved: the phone closed the app.',
            { street: lost.street },
          )}
        </NoticeBar>
      )}
    </>
  )
}
