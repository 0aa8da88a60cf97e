/**
 * The service worker: imports its parts. It answers GETs only; sending is done by the page, and without an open page by
 * sync.
 */
import './precache.ts'
import './online-only.ts'
import './past-worker.ts'
import './update.ts'
import './sync.ts'
import './push.ts'
