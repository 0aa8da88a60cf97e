import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

/** A world of the growth bench in a database of one's own: `node tests/bench/growth/make.mjs --size s --url postgres://…` */
const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    url: { type: 'string' },
    customers: { type: 'string' },
    weeks: { type: 'string' },
    drivers: { type: 'string' },
    stops: { type: 'string' },
  },
})
const root = fileURLToPath(new URL('../../..', import.meta.url))
const load = async (/** @type {string} */ file) =>
  (
    await runnerImport(path.join(root, 'tests/bench/growth/world', file), {
      root,
      configFile: false,
      logLevel: 'error',
    })
  ).module
const { SIZES } = await load('size.ts')
const { makeWorld } = await load('make-world.ts')
const size = SIZES[values.size ?? 's']
await makeWorld({ url: values.url, dataDir: '' }, size, {
  today: new Date().toISOString().slice(0, 10),
  log: (/** @type {string} */ line) => console.error(line),
})
