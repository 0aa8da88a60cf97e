import './trusted-types.ts'
import '#client/ui/core/back-guard.ts'
import '#client/ui/core/base.css'
import { firstScreen } from '#client/ui/core/first-screen.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, beginDriversStart } from './app.tsx'
import { guardedReload } from './guarded-reload.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { watchInstall } from './install.ts'
import { appWords } from './app-words.ts'
import { setPhone } from './phone-port.ts'
import { session } from './session.ts'

addWords('app', appWords)
setPhone(() => import('./phone.ts'))
watchInstall()
// A chunk of an older version that the server no longer has: the page is reloaded once, and the phone's database is not
// touched. Without signal a reload could only make it worse.
window.addEventListener('vite:preloadError', (event) => {
  if (navigator.onLine && guardedReload()) event.preventDefault()
})

// Until then the static mark in the page is shown.
void beginDriversStart(session.state()).then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// Where the browser refuses a service worker (a private window, a policy), the app works with signal, as any page does.
// Not in development: there the modules change while the worker serves old ones.
if (import.meta.env.PROD)
  void painted()
    .then(() => import('./pwa.ts'))
    .then(({ registerServiceWorker }) => registerServiceWorker())
    .catch(() => undefined)

/**
 * With a worker in control registering is not urgent: resolves after the first screen. Without one it resolves at the
 * page's load event, so that the app works offline soon.
 */
function painted(): Promise<unknown> {
  return navigator.serviceWorker?.controller
    ? firstScreen()
    : new Promise((resolve) => window.addEventListener('load', resolve))
}
