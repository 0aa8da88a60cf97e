import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { readClientGraph } from './client-graph.mjs'
import { ROOT } from './root.mjs'

const KIB = 1024
/** Issue "The thread", section 3. First load in bytes after brotli, precache in bytes as stored on the phone. */
const LIMITS = { js: 150 * KIB, css: 12 * KIB, precache: 700_000 }

/** @param {Buffer} bytes */
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** Measures a built client. @param {string} folder */
export function measure(folder) {
  const graph = readClientGraph(folder)
  const of = (/** @type {string} */ ending) =>
    [...graph.firstLoad]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + brotli(readFileSync(path.join(folder, file))), 0)
  const sw = readFileSync(path.join(folder, 'sw.js'), 'utf8')
  const precached = [...sw.matchAll(/(?:"url"|url)\s*:\s*["'`]([^"'`]+)["'`]/g)].map((match) => String(match[1]))
  const files = [...new Set(precached)].filter((file) =>
    readdirSync(path.join(folder, path.dirname(file))).includes(path.basename(file)),
  )
  return {
    missing: graph.missing,
    js: of('.js'),
    css: of('.css'),
    precache: files.reduce((sum, file) => sum + readFileSync(path.join(folder, file)).length, 0),
    precachedFiles: files.length,
  }
}

/** Fails the build when a driver's first load or the precache exceeds its limit; prints the figures. */
export async function checkBudget(folder = path.join(ROOT, 'dist', 'client')) {
  const found = measure(folder)
  const lines = [
    `First load of a driver, brotli: ${(found.js / KIB).toFixed(1)} of ${LIMITS.js / KIB} KiB JavaScript, ${(found.css / KIB).toFixed(1)} of ${LIMITS.css / KIB} KiB CSS.`,
    `Precache: ${Math.round(found.precache / 1000)} of ${LIMITS.precache / 1000} kB in ${found.precachedFiles} files.`,
  ]
  console.log(lines.join('\n'))
  const over = [
    found.js > LIMITS.js && 'JavaScript',
    found.css > LIMITS.css && 'CSS',
    found.precache > LIMITS.precache && 'precache',
    found.precachedFiles === 0 && 'an empty precache',
    ...found.missing.map((key) => `${key} is not a chunk of the build any more`),
  ].filter(Boolean)
  if (over.length > 0) throw new Error(`Over the budget: ${over.join(', ')}.`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await checkBudget().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
