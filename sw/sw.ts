/** The service worker answers GETs only. The page sends; without an open page sync.ts does. */
import './precache.ts'
import './online-only.ts'
import './past-worker.ts'
import './update.ts'
import './sync.ts'
import './push.ts'
