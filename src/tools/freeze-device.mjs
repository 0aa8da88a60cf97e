import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './shared/root.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

// Writes a phone's database as this build creates it, for tests/offline/versions.long.ts. Run it once for a release
// whose phones may still be in use when a later one changes the stored data. An existing file is never overwritten.
await ensureInstalled({ dev: true })
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: ROOT }).toString().trim()
const { createServer, createServerModuleRunner } = await import('vite')
const vite = await createServer({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
const { ssr } = vite.environments
if (!ssr) throw new Error('Vite has no place to run server code')
// The office loads parts of itself later, so the runner stays open.
const module = await createServerModuleRunner(ssr, { hmr: false }).import(
  path.join(ROOT, 'tests', 'support', 'versions', 'freeze.ts'),
)
try {
  console.log(`Frozen: ${path.relative(ROOT, await module.freezeDevice(`${version}+${commit}`))}`)
  process.exit(0)
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
