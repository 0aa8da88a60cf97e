import { readOptions } from './shared/options.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

const { values } = readOptions({
  command: 'npm run fuzz --',
  does: 'Sends requests generated from our own OpenAPI document, most of them invalid, to a running server and checks each answer. Then sends many large ones at once and measures the other clients meanwhile.',
  options: {
    cases: { value: 'N', default: '2000', least: 0, says: 'how many requests' },
    large: {
      value: 'N',
      default: '3000',
      least: 0,
      says: 'how many large requests, 50 a second, beside 50 slow clients and 1,000 that never close',
    },
    seed: { value: 'S', default: '1', least: 0, says: 'the same seed makes the same requests' },
    from: { value: 'K', default: '0', least: 0, says: 'begins at this request' },
    failures: { value: 'N', default: '20', least: 1, says: 'ends after so many failures' },
    // On a busy machine the elapsed time is not only the server's.
    'slow-ms': { value: 'MS', default: '2000', least: 1, says: 'an answer that takes longer is a failure' },
    postgres: { says: 'on PostgreSQL instead of the embedded database' },
  },
})
const { 'slow-ms': slowMs, ...others } = values

await ensureInstalled({ dev: true })
const { sourceModule } = await import('./shared/source-module.mjs')
const module = await sourceModule('tests', 'server', 'fuzz', 'main.ts')
try {
  process.exit((await module.fuzzByHand({ ...others, slowMs })) ? 0 : 1)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
