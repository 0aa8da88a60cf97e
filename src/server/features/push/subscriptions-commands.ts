import { createHash, ECDH } from 'node:crypto'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { browserInWords } from '#domain/browsers.ts'
import { newID } from '#domain/identifiers.ts'
import { isPushEndpoint, PUSH_DEVICES_MAX } from '#domain/pushes.ts'
import type { Queryable } from '../../db/database.ts'
import { pushSubscriptions } from '../../db/tables/pushes.ts'
import { recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import type { FeatureConfig } from '../../ports.ts'

export interface Caller {
  readonly actor: Actor
  readonly now: Date
  readonly requestID: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

interface Browser {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/**
 * Switches notifications on for the caller's device. The same browser keeps its row; another customer's row for it
 * ends.
 */
export async function subscribe(
  tx: Queryable,
  caller: Caller,
  config: Pick<FeatureConfig, 'publicUrl' | 'pushTestOrigin'>,
  { endpoint, keys }: Browser,
): Promise<string> {
  if (!isPushEndpoint(endpoint, config.pushTestOrigin))
    refuseField('endpoint', 'This browser’s push service isn’t supported.')
  if (!isPoint(keys.p256dh)) refuseField('keys', 'This browser’s keys can’t be used.')
  const { actor, now } = caller
  const endpointHash = hashOf(endpoint)
  await endOthers(tx, endpointHash, actor.userID)
  const browser = browserInWords(caller.headers['user-agent'])
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({
      pushSubscriptionID: newID(now.getTime()),
      customerID: actor.userID,
      sessionID: actor.sessionID,
      endpointHash,
      endpoint,
      ...keys,
      origin: config.publicUrl,
      browser,
      createdAt: now,
      seenAt: now,
    })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpointHash,
      set: { ...keys, sessionID: actor.sessionID, origin: config.publicUrl, browser, seenAt: now },
    })
    .returning()
  await forgetBeyondMost(tx, row!)
  await note(tx, caller, 'push.on', browser)
  return row!.pushSubscriptionID
}

/** @returns its ID when this browser's subscription is the caller's; it then belongs to the caller's session */
export async function see(tx: Queryable, { actor, now }: Caller, endpoint: string): Promise<string | null> {
  const endpointHash = hashOf(endpoint)
  await endOthers(tx, endpointHash, actor.userID)
  const [row] = await tx
    .update(pushSubscriptions)
    .set({ sessionID: actor.sessionID, seenAt: now })
    .where(eq(pushSubscriptions.endpointHash, endpointHash))
    .returning({ pushSubscriptionID: pushSubscriptions.pushSubscriptionID })
  return row?.pushSubscriptionID ?? null
}

export async function unsubscribe(tx: Queryable, caller: Caller, pushSubscriptionID: string): Promise<void> {
  const [ended] = await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.pushSubscriptionID, pushSubscriptionID),
        eq(pushSubscriptions.customerID, caller.actor.userID),
      ),
    )
    .returning({ browser: pushSubscriptions.browser })
  if (!ended) throw new Refused('not_found')
  await note(tx, caller, 'push.off', ended.browser)
}

/** Another person has signed in on the browser, so the customer before gets nothing more there. */
async function endOthers(tx: Queryable, endpointHash: string, userID: string): Promise<void> {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpointHash, endpointHash), ne(pushSubscriptions.customerID, userID)))
}

/** Keeps the newest subscription, even beside others of the same instant. */
async function forgetBeyondMost(
  tx: Queryable,
  { customerID, pushSubscriptionID }: typeof pushSubscriptions.$inferSelect,
): Promise<void> {
  const beyond = tx
    .select({ pushSubscriptionID: pushSubscriptions.pushSubscriptionID })
    .from(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.customerID, customerID), ne(pushSubscriptions.pushSubscriptionID, pushSubscriptionID)),
    )
    .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.pushSubscriptionID))
    .offset(PUSH_DEVICES_MAX - 1)
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.pushSubscriptionID, beyond))
}

async function note(tx: Queryable, caller: Caller, action: string, device: string | null): Promise<void> {
  await recordChange(tx, caller, {
    action,
    subjectKind: 'user',
    subjectID: caller.actor.userID,
    after: { device },
  })
}

const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

/** Whether the key is on the curve; with any other nothing can be encrypted. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}
