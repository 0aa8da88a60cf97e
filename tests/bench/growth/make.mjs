import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

/**
 * A world of the growth bench in an empty database of one's own, to try queries and commands on:
 * `node tests/bench/growth/make.mjs --size l --url postgres://…`. Its user needs to be a superuser.
 */
const { values } = parseArgs({ options: { size: { type: 'string', default: 's' }, url: { type: 'string' } } })
const root = fileURLToPath(new URL('../../..', import.meta.url))
const { module } = await runnerImport(path.join(root, 'tests/bench/growth/world/make-in.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
})
await module.makeIn(values.url, values.size, (/** @type {string} */ line) => console.error(line))
