import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findChromium, noChromium } from '../../src/tools/shared/chromium.mjs'
import { missingPrograms } from '../../src/tools/shared/outside-programs.mjs'

afterEach(() => vi.unstubAllEnvs())

describe('A machine without the programs that some tests need', () => {
  test('is told which tests are left out, and what to install', () => {
    vi.stubEnv('PATH', tmpdir())
    const missing = missingPrograms()
    expect(missing.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['hledger’s check of the ledger', 'Reading the PDFs back', 'Photos in an S3 store']),
    )
    expect(missing.filter(({ why }) => !/\bInstall .+ \(Debian: [a-z0-9 -]+\)/.test(why))).toEqual([])
  })

  test('is not told to install PostgreSQL where a server is named', () => {
    vi.stubEnv('PATH', tmpdir())
    vi.stubEnv('BAGRUN_TEST_POSTGRES_URL', 'postgres://localhost/postgres')
    expect(missingPrograms().map(({ title }) => title)).not.toContain('The tests on PostgreSQL')
  })

  test('is told that CHROMIUM_PATH is wrong, and nothing is installed in its place', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/no/such/browser')
    expect(await findChromium()).toBeNull()
    expect(noChromium()).toMatch(/^CHROMIUM_PATH names no browser/)
  })
})
