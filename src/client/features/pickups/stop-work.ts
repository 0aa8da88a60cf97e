import { useCallback, useMemo, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { MAX_FILES } from '#domain/limits.ts'
import { stopDrafts, saveStopDraft, type StopDraft } from '#client/offline/store/stop-draft.ts'
import type { Device } from '#client/offline/store/device.ts'
import { reopening } from '#client/offline/store/schema.ts'
import { NotSaved, saveNote } from '#client/offline/outbox/record.ts'
import type { PhotoSource } from '#client/photo/camera.ts'
import { useMarking, type Mark, type Marking } from './marking.ts'
import { usePhotoTaking, type PhotoTaking } from './photo-taking.tsx'
import type { Stop } from './stops.ts'

/** What a driver can do at a stop, shared by the list and the stop's page. */
export interface StopWork {
  marking: Marking
  photos: PhotoTaking
  /** Amount and notes typed before the outcome. */
  stopDraftOf: (stop: Stop) => StopDraft
  setStopDraft: (stop: Stop, stopDraft: StopDraft) => void
  /** @param instead recorded in place of what was typed before */
  mark: (stop: Stop, mark: Mark, instead?: StopDraft) => void
  note: (stop: Stop, note: string) => Promise<boolean>
  takePhoto: (stop: Stop, source?: PhotoSource) => void
  forgetFailure: () => void
  moreID: string | null
  openMore: (stop: Stop) => void
  closeMore: () => void
}

const NOTHING: StopDraft = {}

type StopDrafts = Readonly<Record<string, StopDraft | undefined>>

/** The drafts of each phone as last read and typed, shown by the next page while the storage fails. */
const lastDrafts = new WeakMap<Device, StopDrafts>()

function noteDraft(device: Device, assignmentID: string, stopDraft: StopDraft | undefined): void {
  const known = lastDrafts.get(device)
  if (known !== undefined) lastDrafts.set(device, { ...known, [assignmentID]: stopDraft })
}

/** The drafts. Undefined: they can't be read, and a tap reads its stop's draft once more. */
async function readDrafts(device: Device): Promise<StopDrafts | undefined> {
  try {
    const read = await reopening(device.db, () => stopDrafts(device.db))
    lastDrafts.set(device, read)
    return read
  } catch {
    return lastDrafts.get(device)
  }
}

/** @param onMarked called after an outcome is on the disk */
export function useStopWork(device: Device, onMarked?: () => void): StopWork {
  const marking = useMarking(device)
  const photos = usePhotoTaking(device, marking.say)
  // The drafts as typed; the phone's copy follows. The key is deleted when the draft was sent with an outcome.
  const [typed, setTyped] = useState<StopDrafts>({})
  const kept = useLiveQuery(() => readDrafts(device), [device])
  const [moreID, setMoreID] = useState<string | null>(null)

  const setStopDraft = useCallback(
    ({ assignmentID }: Stop, stopDraft: StopDraft) => {
      setTyped((before) => ({ ...before, [assignmentID]: stopDraft }))
      noteDraft(device, assignmentID, stopDraft)
      // A draft that a full phone can't store stays here, and the tap that records it reports the failure.
      saveStopDraft(device.db, assignmentID, stopDraft).catch(() => undefined)
    },
    [device],
  )
  const stopDraftOf = useCallback(
    ({ assignmentID }: Stop) => typed[assignmentID] ?? kept?.[assignmentID] ?? NOTHING,
    [typed, kept],
  )
  const { mark: markStop, say } = marking
  const mark = useCallback(
    (stop: Stop, outcome: Mark, instead?: StopDraft) => {
      const send = async (stopDraft: StopDraft) => {
        if (!(await markStop(stop.assignmentID, outcome, stopDraft))) return
        setTyped((before) => ({ ...before, [stop.assignmentID]: undefined }))
        noteDraft(device, stop.assignmentID, undefined)
        setMoreID(null)
        onMarked?.()
      }
      // The outcome replaces a draft that was not read yet, so that draft is included.
      const { assignmentID } = stop
      if (instead !== undefined) void send(instead)
      else if (kept === undefined)
        void readDrafts(device).then((all) => send(typed[assignmentID] ?? all?.[assignmentID] ?? NOTHING))
      else void send(stopDraftOf(stop))
    },
    [markStop, stopDraftOf, onMarked, kept, device, typed],
  )
  const note = useCallback(
    async (stop: Stop, text: string) => {
      try {
        await saveNote(device, stop.assignmentID, text)
        return true
      } catch (error) {
        if (!(error instanceof NotSaved)) throw error
        say([error.reason])
        return false
      }
    },
    [device, say],
  )
  const { take } = photos
  const takePhoto = useCallback(
    (stop: Stop, source: PhotoSource = 'camera') => {
      // This is checked before the camera opens, so that no photo is taken that would be refused.
      if (stop.photosShown.length >= MAX_FILES) return say(['too-many-files'])
      take(stop.assignmentID, source)
      setMoreID(null)
    },
    [take, say],
  )
  const forgetFailure = useCallback(() => say(null), [say])
  const openMore = useCallback((stop: Stop) => setMoreID(stop.assignmentID), [])
  const closeMore = useCallback(() => setMoreID(null), [])

  return useMemo(
    () => ({
      marking,
      photos,
      stopDraftOf,
      setStopDraft,
      mark,
      note,
      takePhoto,
      forgetFailure,
      moreID,
      openMore,
      closeMore,
    }),
    [marking, photos, stopDraftOf, setStopDraft, mark, note, takePhoto, forgetFailure, moreID, openMore, closeMore],
  )
}
