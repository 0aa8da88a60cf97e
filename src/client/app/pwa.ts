import { Workbox } from 'workbox-window'
import { reloadOnRequest } from './guarded-reload.ts'
import { setUpdate, setUpdateCheck } from './update-store.ts'

const ASK_AGAIN_MS = 10 * 60_000
const CONTROL_PATIENCE_MS = 4000

/**
 * Registers the service worker and watches for a new one. The page asks before activating it, and only once the phone's
 * work is sent (offline.md, "Update").
 * @param mainScript the address of the chunk that contains start.tsx: each version has another, and each page names it
 */
export async function registerServiceWorker(mainScript: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox('/sw.js')
  let asked = false
  // The library may report a new device's first worker as an external takeover. The state is therefore noted before
  // registering.
  let controlled = Boolean(navigator.serviceWorker.controller)

  workbox.addEventListener('waiting', () => {
    setUpdate('ready', () => {
      asked = true
      setUpdate('applying')
      workbox.messageSkipWaiting()
      // iOS may not fire the event of the takeover.
      setTimeout(() => reloadOnRequest(), CONTROL_PATIENCE_MS)
    })
  })
  workbox.addEventListener('controlling', () => {
    const first = !controlled
    controlled = true
    if (asked) reloadOnRequest()
    // Another window activated the new version. This one may contain a half-filled form, so the user is told to reload.
    else if (!first) void isUpdate().then((update) => update && setUpdate('reload-needed', () => location.reload()))
  })

  // workbox throws where a browser that blocks workers returns undefined.
  const registering = workbox.register().catch(() => undefined)
  // A browser that lost its worker with its storage registers the same version again, which is no update.
  const isUpdate = async () =>
    (await navigator.serviceWorker.getRegistration()) === (await registering) || servesAnother(mainScript)
  const registration = await registering
  if (registration === undefined) return
  setUpdateCheck(async () => {
    const found = await registration.update().catch(() => undefined)
    return Boolean(found && (found.installing ?? found.waiting))
  })
  let lastCheckedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    // An installed app on a phone is seldom reloaded, so it checks when it comes to the front.
    if (document.visibilityState !== 'visible' || Date.now() - lastCheckedAt < ASK_AGAIN_MS) return
    lastCheckedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Whether the worker in control serves another main script than this page's; false without an answer. */
async function servesAnother(mainScript: string): Promise<boolean> {
  const page = await fetch('/index.html')
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  return page !== '' && !page.includes(new URL(mainScript).pathname)
}
