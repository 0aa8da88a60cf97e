import { ensureBuilt } from './build.mjs'
import { readOptions } from './options.mjs'
import { node } from './run.mjs'
import { ensureInstalled } from './setup.mjs'

const { values } = readOptions({
  command: 'npm run proof --',
  does: 'The long proofs one after the other: simulated days, planted breaks, a faulty line in Chromium, kill -9 and power cuts, wrong and large requests on both databases. Hours; nightly or before a release.',
  options: {
    short: { says: 'a tenth of each and one planted break, to see that all of them run' },
  },
})
const share = values.short ? 0.1 : 1
const count = (/** @type {number} */ full) => String(Math.max(1, Math.round(full * share)))

const PROOFS = [
  ['simulated days', 'sim', ['--seeds', count(10_000)]],
  ['planted breaks', 'sim', values.short ? ['--planted', '--only', 'a refused event is deleted'] : ['--planted']],
  ['a faulty line in Chromium', 'faults-browser', ['--outcomes', count(150), '--photos', count(60)]],
  ['kills and power cuts', 'durability', ['--kills', count(50), '--power-cuts', count(20)]],
  ['wrong requests, embedded', 'fuzz', ['--cases', count(100_000), '--large', count(3000)]],
  ['wrong requests, PostgreSQL', 'fuzz', ['--cases', count(100_000), '--large', count(3000), '--postgres']],
]

await ensureInstalled({ dev: true })
await ensureBuilt()
/** @type {string[]} */
const lines = []
let failed = 0
for (const [name, tool, args] of PROOFS) {
  const begun = Date.now()
  console.log(`\n── ${name}: npm run ${tool === 'faults-browser' ? 'faults:browser' : tool} -- ${args.join(' ')}`)
  const { code } = await node(`src/tools/${tool}.mjs`, args)
  if (code !== 0) failed += 1
  lines.push(`${code === 0 ? '✓' : '✗'} ${name}, ${Math.round((Date.now() - begun) / 60_000)} min`)
}
console.log(`\n${lines.join('\n')}\n${PROOFS.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
