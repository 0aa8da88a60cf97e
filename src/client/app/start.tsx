import './trusted-types.ts'
import '#client/ui/core/back-guard.ts'
import '#client/ui/core/base.css'
import { firstScreen } from '#client/ui/core/first-screen.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, beginDriversStart, type DriversPart, haveDriversPart } from './app.tsx'
import { guardedReload } from './guarded-reload.ts'
import { watchInstall } from './install.ts'
import { setPhone } from './phone-port.ts'
import { session } from './session.ts'

/** Starts the app. @param driversPart the driver's screens, where the page has them already */
export function start(driversPart?: DriversPart): void {
  if (driversPart !== undefined) haveDriversPart(driversPart)
  setPhone(() => import('./phone.ts'))
  watchInstall()
  // The server no longer has this older version's chunk, so the page is reloaded once. Without signal a reload would make
  // it worse.
  window.addEventListener('vite:preloadError', (event) => {
    if (navigator.onLine && guardedReload()) event.preventDefault()
  })

  void beginDriversStart(session.state()).then(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )

  // Where the browser refuses a service worker (a private window, a policy), the app works with signal. In development
  // the worker would serve old modules.
  if (import.meta.env.PROD)
    void painted()
      .then(() => import('./pwa.ts'))
      .then(({ registerServiceWorker }) => registerServiceWorker(import.meta.url))
      .catch(() => undefined)
}

/**
 * Resolves after the first screen if a worker is in control; otherwise at the load event, so that the app works offline
 * soon.
 */
function painted(): Promise<unknown> {
  return navigator.serviceWorker?.controller
    ? firstScreen()
    : new Promise((resolve) => window.addEventListener('load', resolve))
}
