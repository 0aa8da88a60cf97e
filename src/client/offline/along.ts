import type { UserDatabase } from './database.ts'
import type { StoredEvent } from './stored.ts'

/** What he wrote down beside a stop before saying what became of it. It outlives the page, and goes along with the outcome. */
export interface Along {
  /** AUD dollars, as on the wire. */
  extraAmount?: number
  notes?: string
}

const ALONG = 'along:'

/** Of every stop that has any, by assignmentID. */
export async function alongsOnPhone(db: UserDatabase): Promise<Record<string, Along>> {
  const rows = await db.meta.where('key').startsWith(ALONG).toArray()
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice(ALONG.length), value as Along]))
}

export async function keepAlong(db: UserDatabase, assignmentID: string, along: Along): Promise<void> {
  const key = ALONG + assignmentID
  await (Object.keys(along).length === 0 ? db.meta.delete(key) : db.meta.put({ key, value: along }))
}

/** In the transaction of its event: an outcome takes the along with it, and an undone outcome gives it back. */
export async function carryAlong(db: UserDatabase, event: StoredEvent): Promise<void> {
  if (isOutcome(event)) return keepAlong(db, event.assignmentID, {})
  if (event.type !== 'undo') return
  const undone = await db.events.get(event.payload.undoes)
  // Given up on purpose, or overtaken by a later outcome that stands: there is nothing to say again.
  if (!undone || !isOutcome(undone) || undone.state === 'discarded') return
  const ofStop = await db.events.where('assignmentID').equals(event.assignmentID).toArray()
  const taken = new Set(ofStop.flatMap((one) => (one.type === 'undo' ? [one.payload.undoes] : [])))
  if (
    ofStop.some((one) => isOutcome(one) && one.seq > undone.seq && one.state !== 'discarded' && !taken.has(one.eventID))
  )
    return
  const { extraAmount, notes } = undone.payload
  const typedSince = (await db.meta.get(ALONG + event.assignmentID))?.value as Along | undefined
  await keepAlong(db, event.assignmentID, {
    ...(extraAmount ? { extraAmount } : {}),
    ...(notes ? { notes } : {}),
    ...typedSince,
  })
}

function isOutcome(event: StoredEvent): event is Extract<StoredEvent, { type: 'done' | 'bag-mt' | 'not-collected' }> {
  return event.type === 'done' || event.type === 'bag-mt' || event.type === 'not-collected'
}
