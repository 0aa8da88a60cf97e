import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './root.mjs'
import { giveUp } from './run.mjs'
import { ensureInstalled } from './setup.mjs'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    failures: { type: 'string', default: '20' },
    // On a machine that others keep busy, what the clock on the wall says is not the server's.
    'slow-ms': { type: 'string', default: '2000' },
    postgres: { type: 'boolean', default: false },
  },
})

/** @param {'cases' | 'seed' | 'from' | 'failures' | 'slow-ms'} name @param {number} least */
function whole(name, least) {
  const number = Number(values[name])
  return Number.isSafeInteger(number) && number >= least ? number : giveUp(`--${name} is a whole number from ${least}.`)
}

const options = { cases: whole('cases', 1), seed: whole('seed', 0), from: whole('from', 0), failures: whole('failures', 1), slowMs: whole('slow-ms', 1), postgres: values.postgres }

await ensureInstalled({ dev: true })
const { runnerImport } = await import('vite')
const { module } = await runnerImport(path.join(ROOT, 'tests', 'server', 'fuzz', 'main.ts'), { root: ROOT, configFile: false, logLevel: 'error' })
try {
  process.exitCode = (await module.fuzzByHand(options)) ? 0 : 1
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
