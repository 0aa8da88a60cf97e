import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { readOptions } from '../../../src/tools/shared/options.mjs'
import { giveUp } from '../../../src/tools/shared/run.mjs'

const { values } = readOptions({
  command: 'node tests/bench/growth/make.mjs',
  does: 'Fills an empty database of one’s own with a firm of the growth bench, to try queries and commands on. Its user needs to be a superuser.',
  options: {
    size: { value: 's|m|l', default: 's', says: '50,000, 500,000 or 3 million stops' },
    url: { value: 'postgres://…', says: 'the database' },
  },
})
const root = fileURLToPath(new URL('../../..', import.meta.url))
const { module } = await runnerImport(path.join(root, 'tests/bench/growth/world/make-in.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
})
try {
  await module.makeIn(values.url, values.size, (/** @type {string} */ line) => console.error(line))
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
