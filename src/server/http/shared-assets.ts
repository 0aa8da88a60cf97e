import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../ports.ts'
import { Refused } from './refused.ts'

/** The kinds of files under `assets`, as the build names them: each by the hash of its content. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}
const ASSET = new RegExp(`^/assets/([\\w.-]{1,100}-[\\w-]{8}\\.(${Object.keys(TYPES).join('|')}))$`)
const SEAL_LETTERS = 64
/** However many names a stranger guesses, the store is asked for so many at once, and so many callers wait. */
const ASKED_AT_ONCE = 16
const WAITING_MAX = 200
const WAIT_SECONDS = 2
/** A name that the store lacks is not asked for again so soon, for as many names as a build has. */
const MISSED_MS = 60_000
const MISSES_MAX = 1000
/** Older ones are written again at a start, long before the bucket's rule deletes them (docs/operations.md). */
const WRITTEN_AGAIN_MS = 30 * 86_400_000
const WRITTEN_AT_ONCE = 8

type Needs = Pick<Dependencies, 'storage' | 'secrets' | 'clock'>

/** Covers the name, so that whoever can write to the store can't put one script in the place of another. */
const sealed = (name: string, bytes: Uint8Array) => `${name} ${createHash('sha256').update(bytes).digest('hex')}`
const SEAL = 'shared asset'

/**
 * Puts this build's assets where servers of other versions find them, before a page of this build is sent to anybody:
 * while servers are replaced one after the other, a proxy sends each request of a page to any of them. A failure is
 * logged; then only such an upgrade suffers.
 * @param clientDir the folder of the built client
 */
export async function shareAssets({ storage, secrets, clock, log }: Needs & Pick<Dependencies, 'log'>, clientDir: string) {
  const { assets } = storage
  if (assets === null) return
  try {
    const folder = path.join(clientDir, 'assets')
    const names = (await readdir(folder).catch(() => [])).filter((name) => ASSET.test(`/assets/${name}`)).toSorted()
    // Written last: where it is, so is all that it stands for. With another key everything is sealed anew.
    const list = `${createHash('sha256').update([secrets.keyID, ...names].join('\n')).digest('hex')}.list`
    const now = clock.now()
    if (names.length === 0 || isRecent(await assets.read(list), now)) return
    for (let at = 0; at < names.length; at += WRITTEN_AT_ONCE)
      await Promise.all(
        names.slice(at, at + WRITTEN_AT_ONCE).map(async (name) => {
          const bytes = await readFile(path.join(folder, name))
          const seal = secrets.hmac(SEAL, sealed(name, bytes))
          await assets.write(name, Buffer.concat([Buffer.from(seal), bytes]))
        }),
      )
    await assets.write(list, Buffer.from(now.toISOString()))
  } catch (error) {
    log.warn(
      { failure: error instanceof Error ? error.name : 'unknown' },
      'the app’s files could not be put into the photo store: servers of other versions can’t answer for them',
    )
  }
}

/** @param list what the list says: when it was written */
const isRecent = (list: Uint8Array | null, now: Date) =>
  list !== null && now.getTime() - Date.parse(Buffer.from(list).toString('latin1')) < WRITTEN_AGAIN_MS

export interface SharedAsset {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Finds an asset of another build that one of its servers has shared. Throws StorageTrouble and Refused. */
export function sharedAssets({ storage: { assets }, secrets, clock }: Needs) {
  let asked = 0
  const waiting: (() => void)[] = []
  /** Until when each name counts as missing, the oldest first. */
  const missed = new Map<string, number>()
  const read = async (name: string) => {
    if (assets === null || (missed.get(name) ?? 0) > clock.now().getTime()) return null
    if (waiting.length >= WAITING_MAX) throw new Refused('unavailable', { retryAfterSeconds: WAIT_SECONDS })
    if (asked >= ASKED_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else asked += 1
    try {
      const found = await assets.read(name)
      if (found === null) noteMiss(name)
      return found
    } finally {
      const next = waiting.shift()
      if (next) next()
      else asked -= 1
    }
  }
  function noteMiss(name: string): void {
    missed.delete(name)
    missed.set(name, clock.now().getTime() + MISSED_MS)
    if (missed.size > MISSES_MAX) missed.delete(missed.keys().next().value!)
  }
  return async ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): Promise<SharedAsset | null> => {
    const [, name = '', kind = ''] = ASSET.exec(url.split('?')[0] ?? '') ?? []
    if (name === '' || !['GET', 'HEAD'].includes(method)) return null
    const found = await read(name)
    if (found === null) return null
    const bytes = found.subarray(SEAL_LETTERS)
    const seal = Buffer.from(found.subarray(0, SEAL_LETTERS)).toString('latin1')
    return secrets.verifyHmac(SEAL, sealed(name, bytes), seal) ? { bytes, type: TYPES[kind]! } : null
  }
}
