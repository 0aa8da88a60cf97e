import './trusted-types.ts'
import '#client/ui/back-guard.ts'
import '#client/ui/base.css'
import { firstScreen } from '#client/ui/first-screen.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, beginDriversStart } from './app.tsx'
import { guardedReload } from './guarded-reload.ts'
import { addWords } from './i18n.ts'
import { watchInstall } from './install.ts'
import { appWords } from './app-words.ts'
import { session } from './session.ts'

addWords('app', appWords)
watchInstall()
// A part of an older version that the server no longer has: the page is taken anew, once, and the phone's database is not touched.
// Without signal a reload could only make it worse.
window.addEventListener('vite:preloadError', (event) => {
  if (navigator.onLine && guardedReload()) event.preventDefault()
})

// Until then the page's own mark stands.
void beginDriversStart(session.state()).then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// Where the browser refuses a worker (a private window, a policy), the app works with signal, as any page does.
// Not in development: there the modules change under the worker's feet.
if (import.meta.env.PROD)
  void painted()
    .then(() => import('./pwa.ts'))
    .then(({ registerServiceWorker }) => registerServiceWorker())
    .catch(() => undefined)

/** A phone whose worker serves this page already has nothing to hurry for; any other is to work without signal soon. */
function painted(): Promise<unknown> {
  return navigator.serviceWorker?.controller
    ? firstScreen()
    : new Promise((resolve) => window.addEventListener('load', resolve))
}
