import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DISK_PLACES, StoredFacts, SystemFacts } from '#domain/system.ts'
import type { Lane } from '../background-work.ts'
import { connectionLost } from '../db/errors.ts'
import { kindAndPlace } from '../http/failures.ts'
import type { Dependencies } from '../ports.ts'
import { readStored } from './stored-facts.ts'

/** However many ask, the database is asked so often. */
const KEPT_MS = 30_000
/** After a look without an answer the next is due sooner, so that the end of a failure is seen. */
const KEPT_AWAY_MS = 3_000
/** A scrape gives up after ten seconds. */
const LOOK_MS = 3_000
/** A photo that no store has: whether it says so is the question. */
const NO_PHOTO = `job-photo.00000000-0000-0000-0000-000000000000.${'0'.repeat(32)}`

type Needs = Pick<Dependencies, 'database' | 'storage' | 'mail' | 'clock' | 'log'>
type Folders = Readonly<Record<(typeof DISK_PLACES)[number], string>>

export interface System {
  /** How the installation is, at most 30 seconds ago; answers within 3 seconds, whatever is down. */
  look(): Promise<SystemFacts>
  /** Names the background work of this server. */
  watch(lanes: () => readonly Lane[]): void
}

/** The one look at the installation, so that the metrics and the screen say the same. */
export function systemOf(deps: Needs, folders: Folders): System {
  const { database, storage, mail, clock } = deps
  let lanes: () => readonly Lane[] = () => []
  let last: SystemFacts | null = null
  let looking: Promise<SystemFacts> | null = null
  let reading: Promise<StoredFacts | null> | null = null

  const stored = (): Promise<StoredFacts | null> => {
    // A silent database is not asked again before it has failed.
    if (reading !== null) return Promise.resolve(null)
    reading = readStored(database, clock.now(), LOOK_MS)
      .catch((error: unknown) => {
        if (!connectionLost(error)) deps.log.error(kindAndPlace(error), 'the installation could not be looked at')
        return null
      })
      .finally(() => (reading = null))
    return within(reading, null)
  }

  const look = async (): Promise<SystemFacts> => {
    const at = clock.now()
    const [answered, answers, data, backups] = await Promise.all([
      stored(),
      within(storage.look(NO_PHOTO).then(truly, falsely), false),
      diskOf('data', folders.data),
      diskOf('backups', folders.backups),
    ])
    return {
      at,
      databaseKind: database.kind,
      stored: answered,
      photos: { kind: storage.kind, answers },
      mailKind: mail.kind,
      disks: [...data, ...backups],
      lanes: lanes(),
    }
  }

  return {
    look: async () => {
      const age = last === null ? Infinity : Math.abs(clock.now().getTime() - last.at.getTime())
      if (last !== null && age < (last.stored === null ? KEPT_AWAY_MS : KEPT_MS)) return { ...last, lanes: lanes() }
      looking ??= look().finally(() => (looking = null))
      last = await looking
      return last
    },
    watch: (named) => (lanes = named),
  }
}

const truly = () => true
const falsely = () => false

const within = <T>(answer: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([answer, wait(LOOK_MS, otherwise, { ref: false })])

/** A folder that is not made yet will be on the disk of the one above. */
async function diskOf(place: (typeof DISK_PLACES)[number], folder: string): Promise<SystemFacts['disks']> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await statfs(at).catch(() => null)
    if (found !== null)
      return [{ place, freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }]
    if (path.dirname(at) === at) return []
  }
}
