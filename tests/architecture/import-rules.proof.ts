import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

/** Modules the checker read in a folder. With an unknown compiler it reads none and passes. */
function modulesRead(
  folder: string,
): { source: string; dependencies: { resolved: string; dependencyTypes: string[] }[] }[] {
  const output = execFileSync(
    process.execPath,
    [CRUISER, folder, '--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
    {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return JSON.parse(output.toString()).modules
}

describe('the import rules', () => {
  it('are checked on every module and its imports', () => {
    const modules = modulesRead('src/contract')
    expect(modules.filter((module) => module.source.startsWith('src/contract/')).length).toBeGreaterThan(10)
    expect(modules.some((module) => module.source === 'src/domain/words.ts')).toBe(true)
    expect(modules.find((module) => module.source === 'src/contract/v1/runs.ts')?.dependencies.length).toBeGreaterThan(
      3,
    )
    const types = modules.flatMap(({ dependencies }) => dependencies.flatMap(({ dependencyTypes }) => dependencyTypes))
    expect(types).toContain('type-only')
  })

  // Each rule is applied to real files that it would refuse: a file planted in src would be seen by other tests too.
  it.each([
    ['a domain module that reads a file', 'domain-is-pure', 'src/domain/money.ts', 'src/tools', /→ fs$/m],
    [
      'a driver’s screen that loads Mantine through another module',
      'no-mantine-on-the-drivers-screens',
      'src/client/features/pickups/pickups-page.tsx',
      'src/client/features/suburbs',
      /→ node_modules\/@mantine\/.*\n(\s+src\/.*→\n)*\s+src\/client\/shells\//,
    ],
    [
      'a command that imports a screen',
      'tools',
      'src/tools/command.mjs',
      'src/client/features/suburbs',
      /→ src\/client\//,
    ],
  ])('refuse %s', async (_what, name, file, folder, refused) => {
    const rules = path.join(ROOT, '.dependency-cruiser.mjs')
    const { default: config } = await import(rules)
    const rule = config.forbidden.find((one: { name: string }) => one.name === name)
    const places: string[] = [rule.from.path].flat()
    expect(places.some((place) => new RegExp(place).test(file))).toBe(true)
    const temporary = mkdtempSync(path.join(tmpdir(), 'bagrun-import-rules-'))
    try {
      writeFileSync(
        path.join(temporary, 'config.mjs'),
        `export default ${JSON.stringify({ ...config, forbidden: [{ ...rule, from: { path: `^${folder}/` } }] })}\n`,
      )
      const answer = spawnSync(process.execPath, [CRUISER, folder, '--config', path.join(temporary, 'config.mjs')], {
        cwd: ROOT,
      })
      expect(answer.status).not.toBe(0)
      expect(answer.stdout.toString()).toMatch(refused)
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  })
})
