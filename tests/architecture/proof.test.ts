import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fitting, PARTS, partsFor } from '../../src/tools/proof.mjs'

const ROOT = path.join(import.meta.dirname, '../..')
const folders = [...new Set(Object.values(PARTS).flatMap((part) => part.folders))]

test('Every folder of the map from folders to parts exists', () => {
  expect(folders.filter((folder) => !existsSync(path.join(ROOT, folder)))).toEqual([])
})

test('A change of any file of the product concerns a part of the proof', () => {
  const files = execFileSync('git', ['ls-files', 'src', 'sw', 'index.html', 'vite.config.ts', 'package-lock.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const product = files.trim().split('\n')
  expect(product.length).toBeGreaterThan(1000)
  expect(product.filter((file) => partsFor([file]).length === 0)).toEqual([])
})

test.each([
  ['the outbox', 'src/client/offline/outbox/record.ts', ['thousand-days', 'screens', 'faults', 'breaks']],
  ['a query', 'src/server/features/suburbs/suburbs-reads.ts', ['growth', 'databases', 'fuzz', 'fuzz-postgres']],
  ['the database', 'src/server/db/transaction.ts', ['growth', 'databases', 'durability', 'failover']],
  ['a package', 'package-lock.json', ['durability', 'node-20', 'node-22', 'node-24']],
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

test('.ci/run asks for what the change concerns, after the tests', () => {
  const text = readFileSync(path.join(ROOT, '.ci/run'), 'utf8')
  expect(text.indexOf('npm test')).toBeLessThan(text.indexOf('npm run --silent proof -- --changed'))
})
