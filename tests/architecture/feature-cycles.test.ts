import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const FEATURES = path.join(import.meta.dirname, '../../src/server/features')

/** The features whose modules each feature of the server imports. */
function importsOfFeatures(): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>()
  for (const file of readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const feature = file.split(path.sep)[0]!
    const used = uses.get(feature) ?? new Set()
    for (const { fileName } of ts.preProcessFile(readFileSync(path.join(FEATURES, file), 'utf8')).importedFiles) {
      const target = fileName.startsWith('#server/')
        ? path.resolve(FEATURES, '..', fileName.slice('#server/'.length))
        : path.resolve(FEATURES, path.dirname(file), fileName)
      const other = path.relative(FEATURES, target).split(path.sep)[0]!
      if (other !== '..' && other !== feature && fileName !== path.basename(fileName)) used.add(other)
    }
    uses.set(feature, used)
  }
  return uses
}

// The import rules (.dependency-cruiser.mjs) refuse cycles of modules; features may not form one by several modules either.
test('no cycle exists between features of the server', () => {
  const uses = importsOfFeatures()
  expect(uses.get('customers')).toContain('runs')
  // Removes the features that use none of the remaining ones, until nothing changes: a cycle remains.
  const remaining = new Set(uses.keys())
  for (let before = -1; before !== remaining.size;) {
    before = remaining.size
    for (const feature of remaining)
      if (![...uses.get(feature)!].some((other) => remaining.has(other))) remaining.delete(feature)
  }
  expect([...remaining]).toEqual([])
})
