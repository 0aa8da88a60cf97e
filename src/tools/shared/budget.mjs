import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { ROOT } from './root.mjs'

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */

/** Screens that need a connection: not on a driver's phone before they are opened. */
const ONLINE_ONLY = [
  'src/client/app/admin-routes.tsx',
  'src/client/app/customer-routes.tsx',
  'src/client/app/ask-who.tsx',
  'src/client/app/install-steps.tsx',
  'src/client/app/link-screens.tsx',
  'src/client/app/payment-screens.tsx',
  'src/client/app/profile-screen.tsx',
  'src/client/app/provider-sign-in.tsx',
  'src/client/app/register-screens.tsx',
  'src/client/app/second-step.tsx',
]

/** A module that several chunks import has a chunk of its own, which is named after it: `_second-step-CpkWQ5W_.js`. */
const isOnlineOnly = (/** @type {string} */ key) =>
  ONLINE_ONLY.some((file) => file === key || key.startsWith(`_${path.basename(file, '.tsx')}-`))

/** A driver's page: its static imports are what a phone must have before the stops can be painted. */
const FIRST_LOAD = ['index.html']

/**
 * The chunks of a build with their imports, from Vite's own manifest.
 * @param {string} folder of the built client
 */
export function readClientGraph(folder) {
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8'))

  /** @param {string[]} from @param {(chunk: Chunk) => string[]} next */
  function reach(from, next) {
    /** @type {Set<string>} */
    const reached = new Set()
    const waiting = from.filter((key) => key in chunks)
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (reached.has(key)) continue
      reached.add(key)
      waiting.push(...next(chunks[key] ?? { file: '' }))
    }
    return reached
  }

  /** @param {Set<string>} keys */
  function filesOf(keys) {
    const files = new Set()
    for (const key of keys) {
      const chunk = chunks[key]
      if (!chunk) continue
      if (!chunk.file.endsWith('.html')) files.add(chunk.file)
      for (const css of chunk.css ?? []) files.add(css)
    }
    return files
  }

  const forDriver = filesOf(
    reach(['index.html'], (chunk) => [
      ...(chunk.imports ?? []),
      ...(chunk.dynamicImports ?? []).filter((key) => !isOnlineOnly(key)),
    ]),
  )
  const all = filesOf(new Set(Object.keys(chunks)))
  return {
    missing: FIRST_LOAD.filter((key) => !(key in chunks)),
    /** Files downloaded before /pickups is painted. @type {Set<string>} */
    firstLoad: filesOf(reach(FIRST_LOAD, (chunk) => chunk.imports ?? [])),
    /** Chunks no driver's screen ever requests. @type {Set<string>} */
    onlineOnly: new Set([...all].filter((file) => !forDriver.has(file))),
  }
}

const KIB = 1024
/** First load in bytes after brotli, precache in bytes as stored on the phone. */
const LIMITS = { js: 170 * KIB, css: 12 * KIB, precache: 850_000 }

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
