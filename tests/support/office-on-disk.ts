import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { newID } from '#domain/identifiers.ts'
import { embeddedStore } from '#server/adapters/storage/embedded-store.ts'
import { backUpUnless } from '#server/backups/nightly.ts'
import { type BackupSettings, makeBackup, type MadeBackup } from '#server/backups/make-backup.ts'
import { restore, type Restored } from '#server/backups/restore.ts'
import { compose, type Composed } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { DatabaseKind, OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { ensureFirstAdmin } from '#server/first-admin.ts'
import { secretsOf } from '#server/secrets.ts'
import { type FreshDatabase, freshDatabase } from './databases.ts'
import { newEmbeddedDirectory } from './embedded-snapshot.ts'
import { inProcess, ORIGIN } from './in-process.ts'
import { jpeg } from '../fixtures/jpeg.ts'
import { fixtures } from '../fixtures/make.ts'
import { memoryLog, type LogLine } from './memory-log.ts'
import { callAs, type Person, personOf, signedIn } from './person.ts'
import { withDatabase } from './postgres-server.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'

const ADMIN = { email: 'office@bagrun.example', password: 'a long office password' }
const DRIVER = { email: 'dan@bagrun.example', password: 'a long driver password' }

/** An office whose data persists when its server stops: it can be backed up, stopped, restored and started again. */
export class OfficeOnDisk {
  readonly dataDir: string
  readonly clock: SettableClock
  readonly logged: LogLine[] = []
  readonly environment: Record<string, string>
  readonly #remove: () => Promise<void>
  #composed: Composed | null = null
  #trial: Promise<FreshDatabase> | null = null

  static async open(kind: DatabaseKind, at = '2026-11-09T21:00:00Z'): Promise<OfficeOnDisk> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'bagrun-office-'))
    if (kind === 'embedded') await newEmbeddedDirectory(path.join(dataDir, 'database'))
    const other = kind === 'postgres' ? await emptyPostgres() : null
    const office = new OfficeOnDisk(dataDir, at, other ? { DATABASE_URL: other.url } : {}, async () => {
      rmSync(dataDir, { recursive: true, force: true })
      await other?.drop()
    })
    await office.start()
    await ensureFirstAdmin(office.composed.deps, ADMIN)
    return office
  }

  private constructor(dataDir: string, at: string, environment: Record<string, string>, remove: () => Promise<void>) {
    this.dataDir = dataDir
    this.clock = settableClock(at)
    this.environment = {
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret key for the tests, long enough',
      PUBLIC_URL: ORIGIN,
      PASSWORD_HASH_KIB: '8',
      ...environment,
    }
    this.#remove = remove
  }

  get composed(): Composed {
    if (!this.#composed) throw new Error('The office is closed')
    return this.#composed
  }

  get config() {
    return readConfig(this.environment)
  }

  /** Always reaches the server that is running now. */
  readonly fetch: typeof globalThis.fetch = (input, init) => inProcess(this.composed.app)(input, init)

  async start(): Promise<void> {
    this.#composed = await compose(this.config, { clock: this.clock, log: memoryLog(this.logged) })
  }

  async stop(): Promise<void> {
    await this.#composed?.close()
    this.#composed = null
  }

  admin(): Promise<Person> {
    return signedIn(this.fetch, ADMIN)
  }

  async fixtures() {
    const admin = await this.admin()
    return fixtures((endpoint, input) => callAs(admin, endpoint, input))
  }

  /** A driver with an active run of some stops. */
  async driverWithRun(stops: number): Promise<{ driver: Person; runOrderID: string }> {
    const make = await this.fixtures()
    const admin = await this.admin()
    const { driverID } = await make.driver({ ...DRIVER })
    for (let left = stops - 1; left > 0; left--) await make.customer()
    const { runOrderID } = await make.run({ drivers: [{ runNumber: 1, driverID }] })
    const active = await admin.put(`/v1/runs/${runOrderID}/activate`, {})
    if (active.status !== 200) throw new Error(`The run can't be activated: ${JSON.stringify(active.body)}`)
    return { driver: await personOf(this.fetch, driverID, DRIVER), runOrderID }
  }

  /** Uploads a photo of the run's first stop. @returns its path under the data folder and under a backup's */
  async photograph(driver: Person, runOrderID: string): Promise<string> {
    const { body: run } = await driver.get<{ items: { jobs: { assignmentID: string }[] }[] }>('/v1/runs')
    const { assignmentID } = run.items[0]!.jobs[0]!
    const bytes = jpeg()
    const file = { photoID: newID(), size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    const { body: signed } = await driver.post<{ url: string; key: string }>('/v1/users/signed-url', {
      ...file,
      purpose: 'job-photo',
      contentType: 'image/jpeg',
      assignmentID,
    })
    await this.fetch(signed.url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: bytes })
    const event = {
      eventID: newID(),
      v: 1,
      seq: 1,
      occurredAt: this.clock.now().toISOString(),
      assignmentID,
      type: 'photo',
      key: signed.key,
      takenAt: null,
      ...file,
    }
    const { body } = await driver.put<{ results: { result: string }[] }>(`/v1/runs/${runOrderID}/done`, {
      events: [event],
    })
    if (body.results[0]?.result !== 'applied') throw new Error(`The photo was not kept: ${JSON.stringify(body)}`)
    return path.join('photos', signed.key.slice(-2), signed.key)
  }

  get #backup(): BackupSettings {
    return { ...this.composed.deps, dir: this.config.backupDir, openScratch: () => this.trial() }
  }

  /** The database in which backups are checked: emptied each time, because creating a new one is the slowest part. */
  async trial(): Promise<OpenDatabase> {
    const trial = await (this.#trial ??= freshDatabase('embedded'))
    await trial.reset()
    return { ...trial, close: async () => undefined }
  }

  backup(some: Partial<BackupSettings> = {}): Promise<MadeBackup> {
    // Advances the clock so that backups have different, ordered names.
    this.clock.pass(1_000)
    return makeBackup({ ...this.#backup, ...some })
  }

  nightly(some: Partial<BackupSettings> = {}): Promise<void> {
    return backUpUnless({ ...this.#backup, ...some }, 1)
  }

  /** Restores as `npm run restore` does, with the server stopped. */
  async restore(backup: string, { force = true } = {}): Promise<Restored> {
    await this.stop()
    const restored = await this.restoreNow(backup, {}, force)
    await this.start()
    return restored
  }

  /** Restores as `npm run restore` does, without stopping what runs. */
  restoreNow(
    backup: string,
    environment: Record<string, string> = {},
    force = true,
    openNew = openCopy,
  ): Promise<Restored> {
    const config = readConfig({ ...this.environment, ...environment })
    return restore({
      config,
      storage: embeddedStore(this.dataDir, secretsOf('')),
      log: memoryLog(this.logged),
      backup,
      force,
      now: this.clock.now(),
      openNew,
    })
  }

  async close(): Promise<void> {
    await this.stop()
    await (await this.#trial)?.close()
    await this.#remove()
  }
}

/** Creates what a first start creates, from the snapshot, which is faster. */
async function openCopy(dataDir: string): Promise<OpenDatabase> {
  await newEmbeddedDirectory(path.join(dataDir, 'database'))
  return openDatabase({ dataDir, log: memoryLog([]) })
}

/** An empty PostgreSQL database. */
export async function emptyPostgres(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env['BAGRUN_TEST_POSTGRES_URL']
  if (server === undefined) throw new Error('There is no PostgreSQL server')
  const name = `bagrun_${randomBytes(6).toString('hex')}`
  const asAdmin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await asAdmin(`create database ${name}`)
  return { url: withDatabase(server, name), drop: () => asAdmin(`drop database if exists ${name} with (force)`) }
}
