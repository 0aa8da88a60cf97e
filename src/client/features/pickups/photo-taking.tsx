import { deviceStorage } from '#client/api/browser-storage.ts'
import { noteRefusalsRead, takeInHand } from '#client/offline/photos-in-hand.ts'
import { type Device, freshID } from '#client/offline/store/device.ts'
import { shownWeek } from '#client/offline/week.ts'
import { openCamera, type PhotoSource } from '#client/photo/camera.ts'
import { forgetCapture, forgetPhoto, lostOf, noteCapture } from '#client/photo/capture-intent.ts'
import { createCompressor } from '#client/photo/compressor.ts'
import { savePhoto } from '#client/photo/save-photo.ts'
import { Button } from '#client/ui/core/button.tsx'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { Row } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { useInterruptedCaptures } from './pickups-data.ts'
import { failureText } from './stop-words.ts'
import type { Stop } from './stops.ts'

// One per page: photos are compressed one after the other, whichever screen took them.
const compressor = createCompressor()

/** Opens the camera or the gallery for a stop; inside a tap's handler only. */
export function takePhoto(device: Device, assignmentID: string, source: PhotoSource): void {
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

/** Why photos were not saved, on every page: the driver may have left the stop before it is known. */
export function PhotosNotSaved({ device }: { device: Device }) {
  const week = useReading(shownWeek(device))
  const refused = week?.photosInHand.refused ?? []
  if (week === undefined || refused.length === 0) return null
  return (
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
  )
}

/** This is shown when the phone ended the app while its camera was open, so that the photo can be taken again. */
export function InterruptedPhoto({ stops, onTake }: { stops: readonly Stop[]; onTake: (stop: Stop) => void }) {
  const { captures, forget } = useInterruptedCaptures()
  const lost = captures.flatMap((capture) => {
    const stop = stops.find(({ assignmentID }) => assignmentID === capture.assignmentID)
    const stored =
      stop?.history.flatMap(({ type, payload }) => (type === 'photo' ? [payload as { photoID?: string }] : [])) ?? []
    const count = lostOf(capture, stored)
    return stop && count > 0 ? [{ stop, capture, count }] : []
  })[0]
  if (!lost) return null
  const { stop, capture, count } = lost
  return (
    <Note tone="bad" role="alert">
      <p>
        {plural(
          count,
          'The photo of {{street}} wasn’t saved: the phone closed the app.',
          '{{count}} photos of {{street}} weren’t saved: the phone closed the app.',
          { street: stop.address },
        )}
      </p>
      <Row>
        <Button
          variant="plain"
          onClick={() => {
            forget(capture)
            onTake(stop)
          }}
        >
          {t('Retake')}
        </Button>
        <Button variant="plain" onClick={() => forget(capture)}>
          {t('Skip')}
        </Button>
      </Row>
    </Note>
  )
}
