import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'

const CACHE = path.join(packageRoot(), 'node_modules/.cache/bagrun')
const UNUSED_FOR_MS = 24 * 60 * 60 * 1_000

/**
 * A file or folder that is expensive to make, kept between runs. Its name has to be derived from everything that
 * determines its content, so that it is never stale. Whoever uses it copies it and never changes it. Concurrent
 * processes make the same content; the rename is atomic, and the first result stays.
 * @param make creates it at the path it is given
 */
export async function kept(name: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  const target = path.join(CACHE, name)
  if (existsSync(target)) {
    noteUse(target)
    return target
  }
  mkdirSync(CACHE, { recursive: true })
  forgetUnused()
  const unfinished = `${target}.${randomBytes(4).toString('hex')}`
  try {
    await make(unfinished)
    renameSync(unfinished, target)
  } catch (error) {
    // A folder can't be renamed onto one that another process has finished meanwhile.
    if (!existsSync(target)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return target
}

/** Each has some 40 to 100 MB. Another run may be using one that was used within a day. */
function forgetUnused(): void {
  for (const name of readdirSync(CACHE)) {
    const old = path.join(CACHE, name)
    const used = statSync(old, { throwIfNoEntry: false })
    if (used && Date.now() - used.mtimeMs > UNUSED_FOR_MS) rmSync(old, { recursive: true, force: true })
  }
}

function noteUse(file: string): void {
  const now = new Date()
  utimesSync(file, now, now)
}

/** A short hash of the names and contents of files, and of all files in folders. */
export function fingerprint(...places: string[]): string {
  const hash = createHash('sha256')
  for (const place of places) {
    if (!statSync(place).isDirectory()) {
      hash.update(path.basename(place)).update(readFileSync(place))
      continue
    }
    const files = readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    for (const file of files.toSorted()) hash.update(path.relative(place, file)).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
