import { createPushSubscription, deletePushSubscription, getPushKey, seePushSubscription } from '#contract/v1/push.ts'
import type { Call } from '#client/api/call.ts'
import { currentEndpoint, isPermitted, subscribeBrowser } from './browser-push.ts'
import { forgetPush, rememberedPush, rememberPush } from './push-memory.ts'

/**
 * Tells the server at each start who uses this browser, if notifications are on in it. A browser may replace or lose
 * its subscription without telling the service worker; the app then subscribes again. An unchanged one that the server
 * does not know was switched off on another device, or ended with its session.
 */
export async function seePush(call: Call, userID: string): Promise<void> {
  const endpoint = await currentEndpoint().catch(() => null)
  const known = rememberedPush(userID)
  if (known !== null && known !== endpoint && isPermitted()) return renew(call, userID, known)
  if (endpoint === null) return
  const id = await idOf(call, endpoint)
  if (id === undefined) return
  if (id === null) forgetPush()
  else rememberPush(userID, endpoint)
}

/** Without an answer it is tried again at the next start. */
async function renew(call: Call, userID: string, old: string): Promise<void> {
  const subscription = await subscribeBrowser(() => publicKey(call)).catch(() => null)
  if (subscription === null) return
  const made = await call(createPushSubscription, subscription)
  if (made.kind !== 'ok') return
  rememberPush(userID, subscription.endpoint)
  const pushSubscriptionID = await idOf(call, old)
  if (pushSubscriptionID) await call(deletePushSubscription, { pushSubscriptionID })
}

/** Null: the server does not know it; undefined: no answer. */
async function idOf(call: Call, endpoint: string): Promise<string | null | undefined> {
  const answer = await call(seePushSubscription, { endpoint })
  return answer.kind === 'ok' ? answer.value.pushSubscriptionID : undefined
}

export async function publicKey(call: Call): Promise<string> {
  const answer = await call(getPushKey, {})
  if (answer.kind !== 'ok') throw new Error('The server gave no answer.')
  return answer.value.publicKey
}
