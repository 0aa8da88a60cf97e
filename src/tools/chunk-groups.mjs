import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'

/**
 * The files that share a chunk of the client's build, without their endings: `folder/` stands for everything in it.
 * A file that is moved has to be moved here too, or it becomes a chunk of its own, which costs each start a request.
 */
const GROUPS = {
  /** What every user's first paint needs, in one chunk: thirty small chunks add 6 kB of imports and exports alone. */
  frame: [
    'client/ui/core/',
    'client/offline/store/local-storage-counts',
    'client/app/driver-part',
    'client/app/error-boundary',
    'client/app/not-found',
    'client/app/paths',
    'client/app/shell',
    'client/app/update-store',
    'client/app/update-notice',
    'client/app/browser-journal',
    'client/app/browser-ports',
    'client/app/build',
    'client/app/phone-port',
    'client/app/save-file',
    'client/app/server-answers',
    'client/app/session',
    'client/app/fetch-photo',
    'client/app/use-fresh-profile',
    'domain/dates',
    'domain/events',
    'domain/identifiers',
    'domain/limits',
    'domain/money',
    'domain/phone-number-text',
    'domain/photo-file',
    'domain/photo-metadata',
    'domain/photo-parts',
    'domain/stop-actions',
    'domain/texts',
    'domain/words',
  ],
  /** What a driver's first paint needs besides. */
  phone: [
    'client/app/driver-device',
    'client/app/phone',
    'client/offline/live-query',
    'client/offline/overlay',
    'client/offline/read',
    'client/offline/status',
    'client/offline/outbox/record',
    'client/offline/store/device-database',
    'client/offline/store/device',
    'client/offline/store/journal',
    'client/offline/store/meta',
    'client/offline/store/put-back',
    'client/offline/store/queries',
    'client/offline/store/schema',
    'client/offline/store/space',
    'client/offline/store/stop-draft',
  ],
}

/**
 * Tells whether a module belongs to a group. Throws when a file of the group does not exist.
 * @param {keyof typeof GROUPS} group
 * @returns {(module: string) => boolean} `module`: the absolute path of a file
 */
export function inGroup(group) {
  const starts = GROUPS[group].map((name) => {
    const at = path.join(ROOT, 'src', name)
    const found = name.endsWith('/') ? [at] : ['.ts', '.tsx'].map((ending) => at + ending).filter(existsSync)
    if (!existsSync(found[0] ?? at)) throw new Error(`src/${name}, of the chunk "${group}", does not exist.`)
    return name.endsWith('/') ? at : `${at}.`
  })
  return (module) => starts.some((start) => path.normalize(module).startsWith(start))
}
