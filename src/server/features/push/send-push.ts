import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isPushEndpoint, pushVerdict, pushWait } from '#domain/pushes.ts'
import { pushSubscriptions } from '../../db/tables/pushes.ts'
import type { Dependencies, PushAnswer, PushKeys } from '../../ports.ts'
import { change, type ClaimedPush, takeBack } from './claim-push.ts'
import type { Judged } from './messages-reads.ts'

export type PushNeeds = Pick<Dependencies, 'database' | 'clock' | 'push' | 'secrets' | 'config' | 'log'>

export interface Sender {
  readonly keys: PushKeys
  readonly subject: string
}

/**
 * Tries a claimed push once and stores the outcome. If the process is killed after the push service accepted it and
 * before that is stored, it is sent again with the same topic and tag.
 */
export async function sendPush(
  deps: PushNeeds,
  { keys, subject }: Sender,
  claimed: ClaimedPush,
  judged: Judged,
): Promise<void> {
  const { clock, config, database } = deps
  const { db } = database
  const { push, device } = claimed
  if (judged === 'take_back') return takeBack(db, push)
  // The list of push services may have become shorter since it was stored.
  if (judged === 'leave_out' || !isPushEndpoint(device.endpoint, config.pushTestOrigin))
    return change(db, push, { state: 'left_out', nextAttemptAt: null })
  const { endpoint, p256dh, auth } = device
  const ttlSeconds = Math.max(0, Math.floor((judged.keepUntil.getTime() - clock.now().getTime()) / 1000))
  const outgoing = {
    endpoint,
    p256dh,
    auth,
    payload: JSON.stringify(judged.message),
    ttlSeconds,
    topic: topicOf(push.thing),
  }
  let answer: PushAnswer | null = null
  let failure = 'no answer'
  try {
    answer = await deps.push.send(outgoing, keys, subject)
  } catch (error) {
    // The message of the error may quote the device's address.
    if (error instanceof Error) failure = `no answer (${error.name})`
  }
  return noteAnswer(deps, claimed, answer, answer === null ? failure : String(answer.status))
}

async function noteAnswer(
  { database: { db }, clock, log }: PushNeeds,
  { push, device }: ClaimedPush,
  answer: PushAnswer | null,
  lastError: string,
): Promise<void> {
  const now = clock.now()
  const { pushSubscriptionID } = device
  const { kind, attempts } = push
  switch (pushVerdict(answer?.status ?? null)) {
    case 'sent':
      return change(db, push, { state: 'sent', sentAt: now, nextAttemptAt: null, lastError: null })
    case 'gone':
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.pushSubscriptionID, pushSubscriptionID))
      return log.info({ pushSubscriptionID, answer: lastError }, 'a device’s notifications have ended')
    case 'refused':
      await change(db, push, { state: 'failed', nextAttemptAt: null, lastError })
      return log.warn({ pushSubscriptionID, kind, attempts, error: lastError }, 'a push service refused a push')
    case 'again': {
      const nextAttemptAt = new Date(now.getTime() + pushWait(answer?.retryAfter ?? null, attempts, now))
      await change(db, push, { nextAttemptAt, lastError })
      return log.warn({ pushSubscriptionID, kind, attempts, error: lastError }, 'a push could not be sent')
    }
  }
}

/** An undelivered repeat replaces the first at the push service. At most 32 letters are allowed. */
const topicOf = (thing: string): string => createHash('sha256').update(thing).digest('base64url').slice(0, 32)
