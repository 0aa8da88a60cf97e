import { draftKey } from './meta.ts'
import type { UserDatabase, StoredEvent } from './schema.ts'

/**
 * Amount and notes typed at a stop before its outcome. They survive a reload of the page and are sent with the outcome.
 */
export interface StopDraft {
  /** AUD dollars, as on the wire. */
  extraAmount?: number
  notes?: string
}

/** By assignmentID. */
export function stopDrafts({ meta }: { meta: ReadonlyMap<string, unknown> }): Record<string, StopDraft> {
  const drafts = [...meta].filter(([key]) => key.startsWith(draftKey('')))
  return Object.fromEntries(drafts.map(([key, value]) => [key.slice(draftKey('').length), value as StopDraft]))
}

export async function saveStopDraft(db: UserDatabase, assignmentID: string, stopDraft: StopDraft): Promise<void> {
  const key = draftKey(assignmentID)
  await (Object.keys(stopDraft).length === 0 ? db.meta.delete(key) : db.meta.put({ key, value: stopDraft }))
}

/**
 * Deletes the stop's draft, which the outcome contains, and restores it when the outcome is undone. Call in the
 * transaction of the event.
 */
export async function updateStopDraft(db: UserDatabase, event: StoredEvent): Promise<void> {
  if (isOutcome(event)) return saveStopDraft(db, event.assignmentID, {})
  if (event.type !== 'undo') return
  const undone = await db.events.get(event.payload.undoes)
  // There is no draft to restore: the undone outcome was discarded, or a later one is in force.
  if (!undone || !isOutcome(undone) || undone.state === 'discarded') return
  const ofStop = await db.events.where('assignmentID').equals(event.assignmentID).toArray()
  const taken = new Set(ofStop.flatMap((one) => (one.type === 'undo' ? [one.payload.undoes] : [])))
  if (
    ofStop.some((one) => isOutcome(one) && one.seq > undone.seq && one.state !== 'discarded' && !taken.has(one.eventID))
  )
    return
  const { extraAmount, notes } = undone.payload
  const typedSince = (await db.meta.get(draftKey(event.assignmentID)))?.value as StopDraft | undefined
  await saveStopDraft(db, event.assignmentID, {
    ...(extraAmount ? { extraAmount } : {}),
    ...(notes ? { notes } : {}),
    ...typedSince,
  })
}

function isOutcome(event: StoredEvent): event is Extract<StoredEvent, { type: 'done' | 'bag-mt' | 'not-collected' }> {
  return event.type === 'done' || event.type === 'bag-mt' || event.type === 'not-collected'
}
