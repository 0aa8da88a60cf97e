import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { readOptions } from './shared/options.mjs'
import { lacksPostgresAndProxy } from './shared/outside-programs.mjs'
import { ROOT } from './shared/root.mjs'
import { giveUp, npm } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'
import { testModule } from './shared/test-module.mjs'

const MIGRATIONS = path.join('src', 'server', 'db', 'migrations')

const { values } = readOptions({
  command: 'npm run upgrade --',
  does: 'Proves that the version before lives with this version’s database: all its server’s tests run on today’s tables, and two of its servers are replaced by this version’s and back under load. Needs git, and Debian’s postgresql and haproxy.',
  options: {
    before: {
      value: 'COMMIT',
      says: 'the version before; the last commit with another version in package.json, if not named',
    },
  },
})
const lacking = lacksPostgresAndProxy()
if (lacking !== null) giveUp(lacking)
await ensureInstalled({ dev: true })
await ensureBuilt()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const commit = values.before ?? versionBefore()
const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-before-'))
// The folder is removed here and not in a `finally`, which an exit by a signal or after a failure does not reach.
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
try {
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: ROOT, stdio: 'inherit' })
  const { code, output } = await npm(['ci', '--no-audit', '--no-fund', '--prefix', folder], { quiet: true })
  if (code !== 0) throw new Error(`npm ci of the version before failed:\n${output.slice(-3_000)}`)
  execFileSync(process.execPath, ['src/tools/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const module = await testModule('upgrade', 'main.ts')
  console.log(`The version before is ${commit.slice(0, 10)}.`)
  const rolls = await module.upgrade(folder)
  const passes = await itsTestsOnTodaysTables()
  process.exit(rolls && passes ? 0 : 1)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}

/** The last commit of the main line at which package.json named another version. */
function versionBefore() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const named = git(
    'log',
    '-1',
    '--first-parent',
    '--diff-merges=first-parent',
    '--no-patch',
    '--format=%H',
    '-G^  "version":',
    '--',
    'package.json',
  )
  return git('rev-parse', `${named}^`)
}

/** Its tests call every operation of its contract, writing ones too, on the tables of this version's migrations. */
async function itsTestsOnTodaysTables() {
  rmSync(path.join(folder, MIGRATIONS), { recursive: true })
  cpSync(path.join(ROOT, MIGRATIONS), path.join(folder, MIGRATIONS), { recursive: true })
  const { unitTests, ofProjects } = await import(
    pathToFileURL(path.join(folder, 'src', 'tools', 'shared', 'unit-tests.mjs')).href
  )
  // It lists the migrations of its own version.
  rmSync(path.join(folder, 'tests', 'server', 'database', 'landed-migrations.test.ts'))
  const { passed, failures } = await unitTests({ args: [...ofProjects('node', 'long', 'alone'), 'tests/server'] })
  for (const { title, message } of failures) console.log(`✗ ${title}\n${message.slice(0, 600)}`)
  console.log(`Its server's tests on today's tables: ${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}
