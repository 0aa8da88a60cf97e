import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '#server/package-root.ts'
import { addressFiles } from '../../fixtures/address-files.ts'
import { freePorts } from '../../support/free-ports.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const MINUTES = 60_000

let folder: string
let release: string
let writable: string
let port: number

const run = (program: string, args: readonly string[], cwd = folder) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bagrun-release-test-'))
  chmodSync(folder, 0o755)
  run(process.execPath, ['src/tools/release.mjs', '--into', folder], packageRoot())
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))!
  run('tar', ['-xzf', archive])
  release = path.join(folder, archive.replace('.tar.gz', ''))
  // Not the default one, so that a server there has read it.
  port = (await freePorts(1))[0]!
  writeFileSync(path.join(release, '.env'), `PORT=${port}\n`)
  writable = path.join(folder, 'writable')
  for (const one of ['', 'tmp']) {
    mkdirSync(path.join(writable, one))
    if (isRoot) chownSync(path.join(writable, one), NOBODY, NOBODY)
  }
}, 10 * MINUTES)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('A release is one archive under 80 MB, whose files everybody may read and whose sums are right', () => {
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))!
  expect(statSync(path.join(folder, archive)).size).toBeLessThan(80_000_000)
  expect(run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], release)).toBe('')
  expect(run('find', ['.', '!', '-perm', '-o+r'], release)).toBe('')
  expect(readdirSync(path.join(release, 'node_modules'))).toContain('fastify')
  for (const notRun of ['react', 'vite', 'typescript', 'vitest'])
    expect(readdirSync(path.join(release, 'node_modules'))).not.toContain(notRun)
})

test('Every page that a page of the release leads to is in it', () => {
  const pages = [
    'CHANGELOG.md',
    ...readdirSync(path.join(release, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ]
  const links = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(path.join(release, page), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#]+)[^)]*\)/g)].map(
        ([, to = '']) => ({
          page,
          to,
        }),
      ),
    )
  expect(links.filter(({ page }) => page === 'docs/operations.md').length).toBeGreaterThan(5)
  expect(links.filter(({ page, to }) => !existsSync(path.resolve(release, page, '..', to)))).toEqual([])
})

test(
  'On a machine with Node and nothing else, its server and its commands do their work for a user who owns nothing',
  { timeout: 10 * MINUTES },
  () => {
    const file = path.join(import.meta.dirname, 'on-a-bare-machine.mjs')
    const addresses = addressFiles(path.join(folder, 'addresses'), [{ at: '12' }])
    const script = [process.execPath, file, release, writable, String(port), addresses]
    // Without a network but loopback, where that can be had.
    const shell = `ip link set lo up; exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups "$@"`
    const [program = '', ...args] = isRoot ? ['unshare', '--net', 'sh', '-c', shell, 'sh', ...script] : script
    const said = run(program, args)
    const done =
      'demo pdf backup password-link import-addresses audit-ledger archive-events reseal restore start'.split(' ')
    for (const name of done) expect(said).toMatch(new RegExp(`^${name}: `, 'm'))
  },
)

test(
  'A release after another brings the assets of that one, so that its pages still find them',
  { timeout: 10 * MINUTES },
  () => {
    const before = path.join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tar.gz'))!,
    )
    const assetsIn = (archive: string) =>
      run('tar', ['-tzf', archive])
        .split('\n')
        .flatMap((line) => /dist\/client\/assets\/(\S+[^/])$/.exec(line)?.[1] ?? [])
    const into = path.join(folder, 'next')
    run(process.execPath, ['src/tools/release.mjs', '--into', into, '--after', before], packageRoot())
    const after = path.join(
      into,
      readdirSync(into).find((name) => name.endsWith('.tar.gz'))!,
    )
    expect(assetsIn(before).length).toBeGreaterThan(100)
    expect(assetsIn(after)).toEqual(expect.arrayContaining(assetsIn(before)))
    expect(run('tar', ['-tzf', after])).toContain('dist/earlier-assets/releases.json')
  },
)

const postgres = process.env['BAGRUN_TEST_POSTGRES_URL']
test.skipIf(postgres === undefined)(
  'Its data moves to PostgreSQL, by its own command',
  { timeout: 5 * MINUTES },
  async () => {
    const name = `release_${process.pid}`
    const admin = new pg.Client(postgres)
    await admin.connect()
    try {
      await admin.query(`create database ${name}`)
      const env = {
        ...process.env,
        DATA_DIR: path.join(writable, 'data'),
        BACKUP_DIR: path.join(writable, 'backups'),
        DATABASE_URL: postgres!.replace(/\/postgres(?=$|\?)/, `/${name}`),
      }
      const said = execFileSync(process.execPath, ['dist/server/commands.js', 'move-to-postgres'], {
        cwd: release,
        env,
        encoding: 'utf8',
      })
      expect(said).toContain('every table counted and compared')
      // A service goes on as its own user: `npm start` by root would leave files that it can't read.
      expect(said).toContain('3. Start the server.')
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
  },
)
