import { ensureInstalled } from './setup.mjs'

// Imported after the installation, because these need packages.
await ensureInstalled({ dev: true })
const { check } = await import('./check.mjs')
const { unitTests } = await import('./unit-tests.mjs')
const { nameFailures } = await import('./report.mjs')
const { browserTests } = await import('./browser-tests.mjs')
const { installNode, NODE_VERSIONS } = await import('./node-versions.mjs')

/**
 * `npm test` runs everything; `npm run e2e` the browser tests; `npm run check` everything but the browser tests, with
 * `-- --nodes` on each supported Node.
 */
const PARTS = { '--e2e': [browserTests], '--check': [check, unitTests], '--nodes': [check, ...onEachNode()] }
const parts = PARTS[process.argv.at(-1)] ?? [check, unitTests, browserTests]

let passed = 0
const failures = []
for (const part of parts) {
  const result = await part()
  passed += result.passed
  failures.push(...result.failures)
}
nameFailures(failures)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)

function onEachNode() {
  return NODE_VERSIONS.map((version) => async () => {
    const executable = await installNode(version)
    console.log(`On Node ${version}:`)
    return unitTests({ executable })
  })
}
