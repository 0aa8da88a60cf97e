import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

/** Modules the checker read in a folder. With an unknown compiler it reads none and passes. */
function modulesRead(folder: string): { source: string; dependencies: { resolved: string }[] }[] {
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
  it('are checked on every module and its imports', { timeout: 60_000 }, () => {
    const modules = modulesRead('src/contract')
    expect(modules.filter((module) => module.source.startsWith('src/contract/')).length).toBeGreaterThan(10)
    expect(modules.some((module) => module.source === 'src/domain/words.ts')).toBe(true)
    expect(modules.find((module) => module.source === 'src/contract/v1/runs.ts')?.dependencies.length).toBeGreaterThan(
      3,
    )
  })

  it('refuse a domain module that reads a file', { timeout: 60_000 }, () => {
    const folder = path.join(ROOT, 'src/domain', `planted-${process.pid}`)
    mkdirSync(folder, { recursive: true })
    try {
      writeFileSync(
        path.join(folder, 'planted.ts'),
        "import { readFileSync } from 'node:fs'\nexport const planted = readFileSync\n",
      )
      const answer = spawnSync(
        process.execPath,
        [CRUISER, `src/domain/${path.basename(folder)}`, '--config', '.dependency-cruiser.mjs'],
        { cwd: ROOT },
      )
      expect(answer.status).not.toBe(0)
      expect(answer.stdout.toString()).toContain('domain-is-pure')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('leave no cycle between features of the server', { timeout: 60_000 }, () => {
    const featureOf = (file: string) => /^src\/server\/features\/([^/]+)\//.exec(file)?.[1]
    const uses = new Map<string, Set<string>>()
    for (const { source, dependencies } of modulesRead('src/server/features')) {
      const feature = featureOf(source)
      if (feature === undefined) continue
      const used = dependencies.map(({ resolved }) => featureOf(resolved)).filter((other) => other !== undefined)
      uses.set(feature, new Set([...(uses.get(feature) ?? []), ...used.filter((other) => other !== feature)]))
    }
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
})
