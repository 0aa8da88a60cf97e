/** The service worker: a table of contents. It answers GETs only; sending is the page's, and in its absence sync's. */
import './precache.ts'
import './online-only.ts'
import './past-worker.ts'
import './update.ts'
import './sync.ts'
