import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '#server/package-root.ts'
import { killed } from '../../durability/kills.ts'
import { secondIsRefused } from '../../durability/second-process.ts'
import { makeFixture, type Fixture } from '../../durability/fixture.ts'

/** The short form of `npm run durability`, which includes the power cuts and the full disk too. */
describe('the real server, in a process of its own', { timeout: 180_000 }, () => {
  // Inside the package, as dist/ is: from there it finds its packages and the embedded database's thread.
  const root = path.join(packageRoot(), 'node_modules/.cache/bagrun', `product-${randomBytes(4).toString('hex')}`)
  let fixture: Fixture

  beforeAll(async () => {
    const outDir = path.join(root, 'dist/server')
    await build({
      root: packageRoot(),
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: 'src/server/main.ts',
        outDir,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: 'main.js' } },
      },
    })
    fixture = await makeFixture(root, 8)
  }, 180_000)
  afterAll(() => {
    fixture?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  test('loses and doubles nothing it has acknowledged when it is killed under load, three times', async () => {
    const { acknowledged, lost, doubled } = await killed(fixture, 3)
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(acknowledged).toBeGreaterThanOrEqual(15)
  })

  test('lets no second server start on its folder', async () => {
    expect(await secondIsRefused(fixture)).toBe(true)
  })
})
