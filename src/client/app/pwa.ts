import { Workbox } from 'workbox-window'
import { guardedReload } from './guarded-reload.ts'
import { setUpdate, setUpdateCheck } from './update-store.ts'

const ASK_AGAIN_MS = 10 * 60_000
const CONTROL_PATIENCE_MS = 4000

/**
 * Registers the service worker and watches for a new one. A new version is never let in by itself: the page asks
 * (offline.md, "Update"), and only once the phone's work is sent.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox('/sw.js')
  let asked = false

  workbox.addEventListener('waiting', () => {
    setUpdate('ready', () => {
      asked = true
      setUpdate('applying')
      workbox.messageSkipWaiting()
      // iOS may never tell that the new worker took over: reload all the same, once.
      setTimeout(() => guardedReload(), CONTROL_PATIENCE_MS)
    })
  })
  workbox.addEventListener('controlling', (event) => {
    // The very first worker takes a page over without changing anything of it.
    if (!event.isUpdate && !event.isExternal) return
    if (asked) guardedReload()
    // Another window let the new version in. This one may hold half a form: it is told, not reloaded.
    else setUpdate('reload-needed', () => location.reload())
  })

  const registration = await workbox.register()
  const check = () => void registration?.update().catch(() => undefined)
  setUpdateCheck(check)
  let lastAsked = Date.now()
  document.addEventListener('visibilitychange', () => {
    // An installed app on a phone is seldom reloaded: it asks when it comes to the front.
    if (document.visibilityState !== 'visible' || Date.now() - lastAsked < ASK_AGAIN_MS) return
    lastAsked = Date.now()
    check()
  })
}
