import { useCallback, useMemo, useState } from 'react'
import { MAX_FILES } from '#domain/limits.ts'
import { stopDrafts, saveStopDraft, type StopDraft } from '#client/offline/store/records.ts'
import type { Device } from '#client/offline/store/device.ts'
import { NotSaved, saveNote } from '#client/offline/outbox/record.ts'
import type { PhotoSource } from '#client/photo/camera.ts'
import type { PhotosInHand } from '#client/offline/photos-in-hand.ts'
import { shownWeek } from '#client/offline/week.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { useMarking, type Mark, type Marking } from './marking.ts'
import { takePhoto as openCamera } from './photo-taking.tsx'
import type { Stop } from './stops.ts'

/** What a driver can do at a stop, shared by the list and the stop's page. */
export interface StopWork {
  marking: Marking
  photos: Pick<PhotosInHand, 'saving' | 'savedAt'>
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
const NO_PHOTOS = { saving: 0, savedAt: null }

type StopDrafts = Readonly<Record<string, StopDraft | undefined>>

/** The drafts typed on each phone, for the next page: a full phone can't store them. */
const typedOn = new WeakMap<Device, StopDrafts>()

/** Called after an outcome is on the disk. */
export type OnOutcome = (assignmentID: string) => void

export function useStopWork(device: Device, onOutcome?: OnOutcome): StopWork {
  const marking = useMarking(device)
  // The drafts as typed; the phone's copy follows. The key is deleted when the draft was sent with an outcome.
  const [typed, setTyped] = useState<StopDrafts>(() => typedOn.get(device) ?? {})
  const type = useCallback(
    (assignmentID: string, stopDraft: StopDraft | undefined) =>
      setTyped((before) => {
        const after = { ...before, [assignmentID]: stopDraft }
        typedOn.set(device, after)
        return after
      }),
    [device],
  )
  const week = useReading(shownWeek(device))
  const photos = week?.photosInHand ?? NO_PHOTOS
  const kept = useMemo(() => week && stopDrafts(week), [week])
  const [moreID, setMoreID] = useState<string | null>(null)

  const setStopDraft = useCallback(
    ({ assignmentID }: Stop, stopDraft: StopDraft) => {
      type(assignmentID, stopDraft)
      // A draft that a full phone can't store stays here, and the tap that records it reports the failure.
      saveStopDraft(device.db, assignmentID, stopDraft).catch(() => undefined)
    },
    [device, type],
  )
  const stopDraftOf = useCallback(
    ({ assignmentID, outcome, extraAmount }: Stop) =>
      // The outcome recorded last has the amount that counts, so a correction goes on with the one before.
      typed[assignmentID] ?? kept?.[assignmentID] ?? (outcome !== null && extraAmount > 0 ? { extraAmount } : NOTHING),
    [typed, kept],
  )
  const { mark: markStop, say } = marking
  const mark = useCallback(
    (stop: Stop, outcome: Mark, instead?: StopDraft) => {
      const send = async (stopDraft: StopDraft) => {
        if (!(await markStop(stop.assignmentID, outcome, stopDraft))) return
        type(stop.assignmentID, undefined)
        setMoreID(null)
        onOutcome?.(stop.assignmentID)
      }
      void send(instead ?? stopDraftOf(stop))
    },
    [markStop, stopDraftOf, onOutcome, type],
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
  const takePhoto = useCallback(
    (stop: Stop, source: PhotoSource = 'camera') => {
      // This is checked before the camera opens, so that no photo is taken that would be refused.
      if (stop.photosShown.length >= MAX_FILES) return say(['too-many-files'])
      openCamera(device, stop.assignmentID, source)
      setMoreID(null)
    },
    [device, say],
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
