import { Workbox } from 'workbox-window'
import { reloadAsAsked } from './guarded-reload.ts'
import { setUpdate, setUpdateCheck } from './update-store.ts'

const ASK_AGAIN_MS = 10 * 60_000
const CONTROL_PATIENCE_MS = 4000

/**
 * Registers the service worker and watches for a new one. A new version is never let in by itself: the page asks
 * (offline.md, "Update"), and only once the phone's work is sent. Where the browser gives no worker, nothing is watched.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox('/sw.js')
  let asked = false
  // On a new device the first worker takes the page over without changing anything of it. The library may call that a
  // takeover from outside, which it is not: so it is noted here, before registering.
  let controlled = Boolean(navigator.serviceWorker.controller)

  workbox.addEventListener('waiting', () => {
    setUpdate('ready', () => {
      asked = true
      setUpdate('applying')
      workbox.messageSkipWaiting()
      // iOS may never tell that the new worker took over: reload all the same.
      setTimeout(() => reloadAsAsked(), CONTROL_PATIENCE_MS)
    })
  })
  workbox.addEventListener('controlling', () => {
    const first = !controlled
    controlled = true
    if (asked) reloadAsAsked()
    // Another window let the new version in. This one may hold half a form: it is told, not reloaded.
    else if (!first) void isUpdate().then((update) => update && setUpdate('reload-needed', () => location.reload()))
  })

  // A browser that blocks workers may also answer with nothing at all, over which the library stumbles.
  const registering = workbox.register().catch(() => undefined)
  // A browser that lost its worker with its storage registers the same version anew, which is no update.
  const isUpdate = async () =>
    (await navigator.serviceWorker.getRegistration()) === (await registering) || servesAnother()
  const registration = await registering
  if (registration === undefined) return
  setUpdateCheck(async () => {
    const found = await registration.update().catch(() => undefined)
    return Boolean(found && (found.installing ?? found.waiting))
  })
  let lastAsked = Date.now()
  document.addEventListener('visibilitychange', () => {
    // An installed app on a phone is seldom reloaded: it asks when it comes to the front.
    if (document.visibilityState !== 'visible' || Date.now() - lastAsked < ASK_AGAIN_MS) return
    lastAsked = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Whether the worker in control serves other scripts than this page's. Without an answer nothing is claimed. */
async function servesAnother(): Promise<boolean> {
  const page = await fetch('/index.html')
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  return (
    page !== '' &&
    [...document.querySelectorAll('script[src]')].some((script) => !page.includes(script.getAttribute('src') ?? ''))
  )
}
