import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fitting, PARTS, partsFor, recordWith } from '../../src/tools/proof.mjs'

const ROOT = path.join(import.meta.dirname, '../..')
const folders = [...new Set(Object.values(PARTS).flatMap((part) => part.folders))]

test('Every folder of the map from folders to parts exists', () => {
  expect(folders.filter((folder) => !existsSync(path.join(ROOT, folder)))).toEqual([])
})

/** What `npm test` alone proves, or what proves nothing: documents, other programs' settings, measurements, commands by hand. */
const NO_PART = [
  '.ci/',
  '.dockerignore',
  '.gitignore',
  '.oxlintrc.json',
  '.prettierignore',
  '.prettierrc.json',
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
  'docs/',
  'drizzle.config.ts',
  'knip.json',
  'tsconfig.json',
  'tests/architecture/',
  'tests/bench/',
  'tests/contract/',
  'tests/domain/',
  'tests/tsconfig.json',
  ...['bench', 'command', 'dev', 'freeze-device', 'icons', 'pack-map', 'screenshots', 'test', 'texts'].map(
    (command) => `src/tools/${command}.mjs`,
  ),
  'src/tools/proof.',
  'src/tools/shared/check.mjs',
  'src/tools/shared/env-file.mjs',
  'src/tools/shared/texts.mjs',
  ...['budget', 'chromium', 'commit', 'outside-programs', 'pmtiles', 'texts'].map(
    (types) => `src/tools/shared/${types}.d.mts`,
  ),
]

test('A change of any file concerns a part of the proof, but for what `npm test` alone proves', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  expect(files.length).toBeGreaterThan(1000)
  const ofNone = files.filter((file) => partsFor([file]).length === 0)
  expect(ofNone.filter((file) => !NO_PART.some((start) => file.startsWith(start)))).toEqual([])
  expect(NO_PART.filter((start) => !ofNone.some((file) => file.startsWith(start)))).toEqual([])
})

test.each([
  ['the outbox', 'src/client/offline/outbox/record.ts', ['thousand-days', 'screens', 'faults', 'breaks']],
  ['a query', 'src/server/features/suburbs/suburbs-reads.ts', ['growth', 'databases', 'fuzz', 'fuzz-postgres']],
  ['an answer', 'src/server/features/suburbs/suburbs-present.ts', ['screens', 'all-screens']],
  ['the demo', 'src/server/demo/rounds.ts', ['screens', 'all-screens']],
  ['words and rules', 'src/domain/refusals.ts', ['screens', 'all-screens', 'databases']],
  ['the contract', 'src/contract/v1/suburbs.ts', ['screens', 'growth', 'databases', 'fuzz']],
  ['the database', 'src/server/db/transaction.ts', ['growth', 'databases', 'durability', 'failover']],
  ['a package', 'package-lock.json', ['durability', 'node-20', 'node-22', 'node-24']],
  ['the command of the simulation', 'src/tools/sim.mjs', ['thousand-days', 'ten-thousand-days', 'breaks']],
  ['its threads', 'src/tools/shared/sim-worker.mjs', ['thousand-days', 'ten-thousand-days', 'breaks']],
  ['the faults’ command', 'src/tools/faults-browser.mjs', ['faults']],
  ['the kills’ command', 'src/tools/durability.mjs', ['durability']],
  ['the failover’s command', 'src/tools/failover.mjs', ['failover']],
  ['the upgrade’s command', 'src/tools/upgrade.mjs', ['upgrade']],
  ['the fuzz’s command', 'src/tools/fuzz.mjs', ['fuzz', 'fuzz-postgres']],
  ['its server', 'src/tools/shared/fuzz-server.mjs', ['fuzz', 'fuzz-postgres']],
  ['how the browser tests are run', 'src/tools/shared/browser-tests.mjs', ['screens', 'all-screens']],
  ['how all commands are run', 'src/tools/shared/run.mjs', Object.keys(PARTS)],
  ['an icon', 'public/icons/icon.svg', ['screens', 'all-screens']],
  ['the proof of the import rules', 'tests/architecture/import-rules.proof.ts', ['kills-and-years']],
])('A change of %s concerns its parts', (_what, file, parts) => {
  expect(partsFor([file])).toEqual(expect.arrayContaining(parts))
})

test('A change of a document concerns no part', () => {
  expect(partsFor(['docs/domain.md', 'README.md'])).toEqual([])
})

test('The parts that fit into the time are run in their order, and the others are named', () => {
  const { growth, screens } = PARTS
  const names = ['growth', 'screens', 'breaks']
  expect(fitting(names, growth!.minutes + screens!.minutes)).toEqual({ now: ['growth', 'screens'], later: ['breaks'] })
  expect(fitting(['breaks', 'growth'], growth!.minutes)).toEqual({ now: ['growth'], later: ['breaks'] })
  expect(fitting(names, 0)).toEqual({ now: [], later: names })
})

test('The record keeps the other parts’ results, and says which parts were never recorded', () => {
  const growth = ['2026-12-01', 'abc', '4', '0', '2']
  const first = recordWith('', 'growth', growth)
  const second = recordWith(first, 'screens', ['2026-12-02', 'def and changes', '13', '1', '7'])
  const rows = second.split('\n').filter((line) => /^\| [a-z]/.test(line))
  expect(rows.map((row) => row.split(' | ')[0])).toEqual(['| part', ...Object.keys(PARTS).map((name) => `| ${name}`)])
  expect(rows).toContain('| growth | 2026-12-01 | abc | 4 | 0 | 2 |')
  expect(rows).toContain('| screens | 2026-12-02 | def and changes | 13 | 1 | 7 |')
  expect(rows).toContain('| breaks | not recorded |')
  expect(recordWith(second, 'growth', growth)).toBe(second)
})

test('docs/proof.md has a row for each part', () => {
  const record = readFileSync(path.join(ROOT, 'docs/proof.md'), 'utf8')
  const rows = record.split('\n').filter((line) => /^\| [a-z]/.test(line))
  expect(rows.slice(1).map((row) => row.split(' | ')[0]?.slice(2))).toEqual(Object.keys(PARTS))
})
