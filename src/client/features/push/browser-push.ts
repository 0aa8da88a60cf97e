/** The browser's part of notifications: its ability, its subscription and the user's permission. */

/**
 * `install-first`: on an iPhone or iPad only the installed app has notifications. `denied`: the user or the device
 * blocks them for this site.
 */
export type PushAbility = 'unsupported' | 'install-first' | 'denied' | 'possible'

/** @param needsInstall on iOS in a browser's tab */
export function pushAbility(needsInstall: boolean): PushAbility {
  if (needsInstall) return 'install-first'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

export const isPermitted = (): boolean => 'Notification' in window && Notification.permission === 'granted'

/** A subscription as the server takes it. */
export interface BrowserSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** The address of this browser's subscription; null: it has none. Asks for no permission. */
export async function currentEndpoint(): Promise<string | null> {
  return (await currentSubscription())?.endpoint ?? null
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** How long a first visit waits for the service worker, ms; `ready` never settles where there is none. */
const WORKER_PATIENCE_MS = 10_000

/**
 * Subscribes; called by a tap, because it asks for permission.
 * @returns null: the user refused. Throws when the browser can't.
 */
export async function subscribeBrowser(publicKey: () => Promise<string>): Promise<BrowserSubscription | null> {
  // The permission comes first, because Safari asks only while it handles the tap.
  if ((await Notification.requestPermission()) !== 'granted') return null
  const key = await publicKey()
  const registration = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('There is no service worker.')), WORKER_PATIENCE_MS),
    ),
  ])
  // A subscription for another server's key can't be renewed with ours.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  })
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new Error('The browser gave no keys.')
  return { endpoint, keys: { p256dh: plain(p256dh), auth: plain(auth) } }
}

/** Ends this browser's subscription, at the push service too. Never throws. */
export async function unsubscribeBrowser(): Promise<void> {
  await currentSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
}

/** Some browsers pad their keys. */
const plain = (base64url: string): string => base64url.replace(/=+$/, '')

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
