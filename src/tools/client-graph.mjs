import { readFileSync } from 'node:fs'
import path from 'node:path'

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
  'src/client/app/register-screens.tsx',
  'src/client/app/second-step.tsx',
]

/** What a driver's phone must have before the stops can be painted. */
const FIRST_LOAD = ['index.html', 'src/client/app/driver-routes.tsx']

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
      ...(chunk.dynamicImports ?? []).filter((key) => !ONLINE_ONLY.includes(key)),
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
