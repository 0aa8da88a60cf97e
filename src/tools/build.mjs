import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { commitHere } from './shared/commit.mjs'
import { compressClient } from './shared/compress.mjs'
import { bringBackAssets, setAsideAssets } from './shared/releases.mjs'
import { ROOT } from './shared/root.mjs'
import { giveUp, node } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

const SOURCES = ['src', 'sw', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json']
const STAMP = path.join(ROOT, 'dist', '.built-from')

/** One hash over everything the build depends on. */
function fingerprint() {
  const hash = createHash('sha256')
  const read = (at) => {
    const full = path.join(ROOT, at)
    if (!existsSync(full)) return
    const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const inner = `${at}/${entry.name}`
      if (entry.isDirectory()) read(inner)
      else hash.update(inner).update(readFileSync(path.join(ROOT, inner)))
    }
  }
  for (const source of SOURCES) {
    if (existsSync(path.join(ROOT, source)) && path.extname(source))
      hash.update(source).update(readFileSync(path.join(ROOT, source)))
    else read(source)
  }
  return hash.update(process.env.VITE_API_BASE ?? '').digest('hex')
}

/** Builds the server's entries with their shared parts for plain Node, without the packages. */
async function buildServer(build) {
  await build({
    configFile: false,
    publicDir: false,
    root: ROOT,
    logLevel: 'warn',
    define: { __COMMIT__: JSON.stringify(commitHere() ?? 'unknown') },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist/server',
      emptyOutDir: true,
      rollupOptions: {
        input: ['commands', 'main', 'demo', 'make-empty-database'].map((name) => `src/server/${name}.ts`),
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  })
}

/** An empty embedded database, from which the trial of each backup starts (docs/operations.md, "Room"). */
async function keepEmptyDatabase() {
  const folder = path.join(ROOT, 'dist', 'empty-database')
  const { version } = JSON.parse(
    readFileSync(path.join(ROOT, 'node_modules', '@electric-sql', 'pglite', 'package.json'), 'utf8'),
  )
  const madeBy = path.join(ROOT, 'dist', '.empty-database-of')
  if (existsSync(folder) && existsSync(madeBy) && readFileSync(madeBy, 'utf8') === version) return
  const { code } = await node('dist/server/make-empty-database.js')
  if (code !== 0) giveUp('The empty database of the backups could not be made; the reason is above.')
  writeFileSync(madeBy, version)
}

/** Builds client and server when their sources changed since the last build. @param {{ force?: boolean }} [options] */
export async function ensureBuilt({ force = false } = {}) {
  const now = fingerprint()
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return
  console.log('Building …')
  rmSync(STAMP, { force: true })
  const { build } = await import('vite')
  const kept = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  setAsideAssets()
  await buildServer(build)
  await build({ root: ROOT, logLevel: 'warn', mode: 'production' })
  if (kept === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = kept
  const { checkBudget } = await import('./shared/budget.mjs')
  await checkBudget()
  compressClient(path.join(ROOT, 'dist', 'client'))
  await keepEmptyDatabase()
  bringBackAssets()
  writeFileSync(STAMP, now)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled()
  await ensureBuilt({ force: process.argv.includes('--force') })
}
