import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

/** Modules the checker read in a folder. With an unknown compiler it reads none and passes. */
function modulesRead(folder: string): { source: string; dependencies: unknown[] }[] {
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

  it('refuse a domain module that reads a file', () => {
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
})
