import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'
import { node } from './run.mjs'

/**
 * The longest first: the tests' project includes all the others, and started last it would leave a core idle for half a
 * minute.
 */
const ROOMS = ['tests', 'src/client', 'src/server', 'src/client/offline', 'sw', 'src/contract', 'src/domain']
/** The native compiler checks in a third of the time; dependency-cruiser needs version 6's interface (docs/dependencies.md). */
const TSC = 'node_modules/typescript-native/bin/tsc'

/** Two copies of one package have separate state (React Query's cache, React itself). */
async function oneCopyOf(name) {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const copies = Object.keys(lock.packages).filter((at) => at.endsWith(`node_modules/${name}`))
  return { code: copies.length === 1 ? 0 : 1, output: `${copies.length} copies of ${name}: ${copies.join(', ')}` }
}

const CHECKS = [
  ...ROOMS.map((room) => [`types of ${room}`, () => node(TSC, ['-p', room], { quiet: true })]),
  [
    'format',
    () =>
      node(
        'node_modules/prettier/bin/prettier.cjs',
        ['--check', '.', '--cache', '--cache-location', 'node_modules/.cache/formatted', '--log-level', 'warn'],
        { quiet: true },
      ),
  ],
  ['lint', () => node('node_modules/oxlint/bin/oxlint', ['--deny-warnings'], { quiet: true })],
  [
    'import rules',
    () =>
      node(
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        ['src', 'sw', 'tests', '--config', '.dependency-cruiser.mjs'],
        { quiet: true },
      ),
  ],
  ['dead code', () => node('node_modules/knip/bin/knip.js', [], { quiet: true })],
  ['one @tanstack/query-core', () => oneCopyOf('@tanstack/query-core')],
  ['one react', () => oneCopyOf('react')],
]

/** Runs every static check, two at a time. */
export async function check() {
  const waiting = [...CHECKS]
  let passed = 0
  const failures = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, work] = next
      const { code, output } = await work()
      if (code === 0) passed += 1
      else {
        failures.push({ title: name, message: output.trim() })
        console.error(`✗ ${name}\n${output.trim()}\n`)
      }
    }
  }
  await Promise.all([worker(), worker()])
  console.log(`Checks: ${passed} clean, ${failures.length} not.`)
  return { passed, failures }
}
