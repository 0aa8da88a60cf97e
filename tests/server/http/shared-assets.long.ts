import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/http/app.ts'
import { shareAssets } from '#server/http/shared-assets.ts'
import { type StoragePort, StorageTrouble } from '#server/ports.ts'
import { openPhotoOffice, type PhotoOffice } from '../../fixtures/photo-office.ts'
import { databases } from '../../support/databases.ts'
import { inProcess } from '../../support/in-process.ts'
import { type LogLine, memoryLog } from '../../support/memory-log.ts'
import { hasSwift } from '../../support/s3/swift-server.ts'

const NEWER = {
  'assets/main-B1_b-2cD.js': 'export const bags = 2',
  'assets/main-B1_b-2cD.js.br': 'compressed',
  'assets/office.home-B1bb2cDd.css': 'p { color: green }',
  'assets/inter-B1bb2cDe.woff2': 'a font',
}

describe.skipIf(!hasSwift)('While servers of two versions work side by side, with a bucket', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-shared-'))
  let office: PhotoOffice
  let older: typeof globalThis.fetch
  const clientOf = (name: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(path.join(folder, name, 'assets'), { recursive: true })
    for (const [file, text] of Object.entries({ 'index.html': name, 'office.html': name, ...files }))
      writeFileSync(path.join(folder, name, file), text)
    return path.join(folder, name)
  }
  const serverOf = async (clientDir: string, storage: StoragePort = office.deps.storage) => {
    const settings = { trustProxy: false, tls: null, origin: null, clientDir }
    return inProcess(await buildApp({ ...office.deps, storage }, office.routes, settings))
  }
  /** The store with what was asked of it. */
  const watched = () => {
    const { storage } = office.deps
    const asked: string[] = []
    const assets: StoragePort['assets'] = {
      read: (name) => (asked.push(`read ${name}`), storage.assets!.read(name)),
      write: (name, bytes) => (asked.push(`write ${name}`), storage.assets!.write(name, bytes)),
    }
    return { asked, storage: { ...storage, assets } }
  }
  const status = async (at: string, fetch = older) => (await fetch(at)).status

  beforeAll(async () => {
    office = await openPhotoOffice('s3', databases[0]!)
    older = await serverOf(clientOf('older', { 'assets/main-A1aa2bCc.js': 'export const bags = 1' }))
  }, 120_000)
  afterAll(async () => {
    await office?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the older one answers for the files of the newer one’s pages, from its start on', async () => {
    expect(await status('/assets/main-B1_b-2cD.js')).toBe(404)
    await shareAssets(office.deps, clientOf('newer', NEWER))
    const script = await older('/assets/main-B1_b-2cD.js?import')
    expect([script.status, await script.text()]).toEqual([200, 'export const bags = 2'])
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(script.headers.get('set-cookie')).toBeNull()
    const style = await older('/assets/office.home-B1bb2cDd.css', { headers: { accept: 'text/css' } })
    expect([await style.text(), style.headers.get('content-type')]).toEqual([
      'p { color: green }',
      'text/css; charset=utf-8',
    ])
    expect(await (await older('/assets/inter-B1bb2cDe.woff2')).text()).toBe('a font')
    expect((await older('/assets/main-B1_b-2cD.js', { method: 'HEAD' })).status).toBe(200)
    expect((await older('/assets/main-B1_b-2cD.js', { method: 'POST' })).status).toBe(404)
  })

  test('the next server of that build only looks whether they are there', async () => {
    const { asked, storage } = watched()
    await shareAssets({ ...office.deps, storage }, path.join(folder, 'newer'))
    expect(asked).toEqual([expect.stringMatching(/^read [0-9a-f]{64}\.list$/)])
  })

  test('a script that no server has sealed is never sent, nor one under another’s name', async () => {
    const { read, write } = office.deps.storage.assets!
    await write('main-C1cc2dEe.js', Buffer.from(`${'0'.repeat(64)}alert(1)`))
    await write('main-D1dd2eFf.js', (await read('main-B1_b-2cD.js'))!)
    expect(await status('/assets/main-C1cc2dEe.js')).toBe(404)
    expect(await status('/assets/main-D1dd2eFf.js')).toBe(404)
  })

  test('the store is asked only for names that a build gives, and answers many callers at once', async () => {
    const { asked, storage } = watched()
    const server = await serverOf(path.join(folder, 'older'), storage)
    for (const at of [
      '/assets/main.js',
      '/assets/a/main-B1bb2cDd.js',
      '/assets/..%2Fmain-B1bb2cDd.js',
      '/main-B1bb2cDd.js',
    ])
      expect(await status(at, server)).toBe(404)
    expect(await status(`/assets/${'a'.repeat(200)}-B1bb2cDd.js`, server)).toBe(404)
    expect(await status('/assets/main-B1_b-2cD.js.br', server)).toBe(404)
    expect(asked).toEqual([])
    const many = Array.from({ length: 60 }, () => status('/assets/main-B1_b-2cD.js', server))
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  })

  test('while the store is away a server starts all the same, and asks the caller to come again', async () => {
    const away = () => Promise.reject(new StorageTrouble('away', 'The photo store answered nothing'))
    const storage = { ...office.deps.storage, assets: { read: away, write: away } }
    const logged: LogLine[] = []
    await shareAssets({ ...office.deps, storage, log: memoryLog(logged) }, path.join(folder, 'newer'))
    expect(logged).toMatchObject([{ level: 'warn', fields: { failure: 'StorageTrouble' } }])
    const answer = await (await serverOf(path.join(folder, 'older'), storage))('/assets/main-B1_b-2cD.js')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  })
})
