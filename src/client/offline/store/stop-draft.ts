import { draftKey } from './meta.ts'
import type { UserDatabase, StoredEvent } from './schema.ts'

/**
 * A stop draft: amount and notes typed at a stop before its outcome is recorded. It survives a reload of the page and
 * is sent with the outcome.
 */
export interface StopDraft {
  /** AUD dollars, as on the wire. */
  extraAmount?: number
  notes?: string
}

/** The drafts of all stops that have one, by assignmentID. */
export async function stopDrafts(db: UserDatabase): Promise<Record<string, StopDraft>> {
  const rows = await db.meta.where('key').startsWith(draftKey('')).toArray()
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice(draftKey('').length), value as StopDraft]))
}

export async function saveStopDraft(db: UserDatabase, assignmentID: string, stopDraft: StopDraft): Promise<void> {
  const key = draftKey(assignmentID)
  await (Object.keys(stopDraft).length === 0 ? db.meta.delete(key) : db.meta.put({ key, value: stopDraft }))
}

/**
 * Call in the transaction of the event: an outcome deletes the stop's draft (its content is in the outcome), and an
 * undo of an outcome restores it.
 */
export async function updateStopDraft(db: UserDatabase, event: StoredEvent): Promise<void> {
  if (isOutcome(event)) return saveStopDraft(db, event.assignmentID, {})
  if (event.type !== 'undo') return
  const undone = await db.events.get(event.payload.undoes)
  // The undone outcome was discarded, or a later outcome is in force: there is no draft to restore.
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
