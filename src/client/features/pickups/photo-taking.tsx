import { deviceStorage } from '#client/api/browser-storage.ts'
import { useCallback, useEffect, useState } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import { openCamera, type PhotoSource } from '#client/photo/camera.ts'
import { forgetCapture, noteCapture, type CaptureIntent } from '#client/photo/capture-intent.ts'
import { createCompressor } from '#client/photo/compressor.ts'
import { savePhoto, type PhotoNotSaved } from '#client/photo/save-photo.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Row } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useInterruptedCaptures } from './pickups-data.ts'
import type { Stop } from './stops.ts'

export interface PhotoTaking {
  /** Opens the camera or the gallery for a stop; inside a tap's handler only. */
  take(assignmentID: string, source: PhotoSource): void
  saving: number
  /** The stop whose photo has just been saved, for a few seconds. */
  savedAt: string | null
}

/** How long the confirmation is shown, ms. */
const SAID_MS = 5_000

// One per page: photos are compressed one after the other, whichever screen took them.
const compressor = createCompressor()

/** @param onRefused the reasons of the current pick's photos that were not stored; the stop's outcome is unaffected */
export function usePhotoTaking(device: Device, onRefused: (why: readonly PhotoNotSaved[]) => void): PhotoTaking {
  const [saving, setSaving] = useState(0)
  const [saved, setSaved] = useState<{ assignmentID: string } | null>(null)

  useEffect(() => {
    if (saved === null) return undefined
    const timer = setTimeout(() => setSaved(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [saved])

  const take = useCallback(
    (assignmentID: string, source: PhotoSource) => {
      const intent = { assignmentID, openedAt: new Date().toISOString() }
      noteCapture(deviceStorage, intent)
      openCamera(source, {
        cancelled: () => forgetCapture(deviceStorage, intent),
        picked: (photos) => {
          setSaving((count) => count + photos.length)
          const refusals: PhotoNotSaved[] = []
          const all = photos.map(async (picked) => {
            const refused = await savePhoto(device, assignmentID, picked, compressor)
            setSaving((count) => count - 1)
            if (refused === null) return setSaved({ assignmentID })
            refusals.push(refused)
            onRefused([...refusals])
          })
          void Promise.all(all).finally(() => forgetCapture(deviceStorage, intent))
        },
      })
    },
    [device, onRefused],
  )
  return { take, saving, savedAt: saved?.assignmentID ?? null }
}

/** This is shown when the phone ended the app while its camera was open, so that the photo can be taken again. */
export function InterruptedPhoto({ stops, onTake }: { stops: readonly Stop[]; onTake: (stop: Stop) => void }) {
  const { captures, forget } = useInterruptedCaptures()
  // The photo may have been stored just before the end; the notice is then not shown.
  const isSaved = (stop: Stop, { openedAt }: CaptureIntent) =>
    stop.history.some(({ type, occurredAt }) => type === 'photo' && occurredAt >= openedAt)
  const lost = captures.flatMap((capture) => {
    const stop = stops.find(({ assignmentID }) => assignmentID === capture.assignmentID)
    return stop && !isSaved(stop, capture) ? [{ stop, capture }] : []
  })[0]
  if (!lost) return null
  const { stop, capture } = lost
  return (
    <Note tone="bad" role="alert">
      <p>
        {t('The photo of {{street}} wasn’t saved: the phone closed the app while the camera was open.', {
          street: stop.address,
        })}
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
