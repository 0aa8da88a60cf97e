import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NotCollectedOutcome } from '#domain/words.ts'
import type { StopDraft } from '#client/offline/store/records.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import type { Device } from '#client/offline/store/device.ts'
import { NotSaved, saveBagMT, saveDone, saveNotCollected, saveUndo } from '#client/offline/outbox/record.ts'
import type { PhotoNotSaved } from '#client/offline/photos-in-hand.ts'

export type Mark =
  { kind: 'done'; pu: number } | { kind: 'bag-mt' } | { kind: 'not-collected'; outcome: NotCollectedOutcome }

interface Marked {
  eventID: string
  assignmentID: string
  mark: Mark
}

export interface Marking {
  /** Records an outcome; resolves to whether it is on the disk. An accidental second tap changes nothing. */
  mark(assignmentID: string, mark: Mark, stopDraft: StopDraft): Promise<boolean>
  undo(eventID: string): Promise<boolean>
  undoLast(): void
  /** The stop restored by it, whose Done gets the focus. */
  undoneID: string | null
  /** The last outcome, while its Undo is offered. */
  last: Marked | null
  /** The next stop has just appeared at the same place, so its buttons are disabled for a moment. */
  settling: boolean
  /** Why something was not stored, with one reason for each photo. */
  failure: readonly PhotoNotSaved[] | null
  say(failure: readonly PhotoNotSaved[] | null): void
}

/** How long Undo is shown, ms (screens.md, "Driver"); after that it is in the stop's history. */
const UNDO_MS = 10_000
/** A tap within this time after an outcome was saved, ms, is treated as accidental. */
const SETTLE_MS = 1_000
const BUZZ_MS = 30

export function useMarking(device: Device): Marking {
  const [last, setLast] = useState<Marked | null>(null)
  const [undoneID, setUndoneID] = useState<string | null>(null)
  const [settling, setSettling] = useState<'saving' | 'saved' | null>(null)
  const [failure, setFailure] = useState<readonly PhotoNotSaved[] | null>(null)
  const settlesAt = useRef(0)

  useEffect(() => {
    if (last === null) return undefined
    const timer = setTimeout(() => setLast(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [last])

  useEffect(() => {
    if (settling !== 'saved') return undefined
    const timer = setTimeout(() => setSettling(null), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [settling])

  const acts = useMemo(() => {
    async function saved<T>(record: () => Promise<T>): Promise<T | null> {
      try {
        const event = await record()
        setFailure(null)
        return event
      } catch (error) {
        if (!(error instanceof NotSaved)) throw error
        setFailure([error.reason])
        return null
      }
    }
    return {
      async mark(assignmentID: string, mark: Mark, stopDraft: StopDraft) {
        // Judged by the page's clock, because the second tap may come before React has rendered the first.
        if (performance.now() < settlesAt.current) return false
        // Saving may take seconds, and only then the next stop appears.
        settlesAt.current = Infinity
        setSettling('saving')
        let event: StoredEvent | null = null
        try {
          event = await saved(() => record(device, assignmentID, mark, stopDraft))
        } finally {
          settlesAt.current = event === null ? 0 : performance.now() + SETTLE_MS
          setSettling(event === null ? null : 'saved')
        }
        if (event === null) return false
        navigator.vibrate?.(BUZZ_MS)
        setUndoneID(null)
        setLast({ eventID: event.eventID, assignmentID, mark })
        return true
      },
      async undo(eventID: string) {
        const event = await saved(() => saveUndo(device, eventID))
        if (event !== null) setLast((shown) => (shown?.eventID === eventID ? null : shown))
        return event !== null
      },
      say: setFailure,
    }
  }, [device])

  const { undo } = acts
  const undoLast = useCallback(() => {
    if (last !== null) void undo(last.eventID).then((undone) => undone && setUndoneID(last.assignmentID))
  }, [last, undo])

  return { ...acts, undoLast, undoneID, last, settling: settling !== null, failure }
}

function record(device: Device, assignmentID: string, mark: Mark, stopDraft: StopDraft) {
  switch (mark.kind) {
    case 'done':
      return saveDone(device, assignmentID, { pu: mark.pu, ...stopDraft })
    case 'bag-mt':
      return saveBagMT(device, assignmentID, stopDraft)
    case 'not-collected':
      return saveNotCollected(device, assignmentID, { outcome: mark.outcome, ...stopDraft })
  }
}
