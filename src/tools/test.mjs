import { ensureInstalled } from './shared/setup.mjs'

// Imported after the installation, because these need packages.
await ensureInstalled({ dev: true })
const { check } = await import('./shared/check.mjs')
const { unitTests } = await import('./shared/unit-tests.mjs')
const { sumUp } = await import('./shared/report.mjs')
const { browserTests } = await import('./shared/browser-tests.mjs')

/** `npm test` runs everything; `npm run e2e` the browser tests; `npm run check` everything but the browser tests. */
const PARTS = { '--e2e': [browserTests], '--check': [check, unitTests] }
const parts = PARTS[process.argv.at(-1)] ?? [check, unitTests, browserTests]

const results = []
for (const part of parts) results.push(await part())
process.exit(sumUp(results))
