import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { compose, type Composed } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { DatabaseKind, OpenDatabase } from '#server/db/database.ts'
import { ensureFirstAdmin } from '#server/first-admin.ts'
import type { Dependencies } from '#server/ports.ts'
import { type FreshDatabase, freshDatabase } from './databases.ts'
import { inProcess, ORIGIN } from './in-process.ts'
import { type LogLine, memoryLog } from './memory-log.ts'
import { type Make, fixtures } from '../fixtures/make.ts'
import { callAs, type Nobody, type Person, personOf, nobodyOf, signedIn } from './person.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'

const ADMIN = { email: 'office@bagrun.example', password: 'a long office password' }

export interface Office extends Composed {
  readonly clock: SettableClock
  /** The lines the server logged. */
  readonly logged: LogLine[]
  /** The app in this process behind the standard `fetch`; paths are relative to ORIGIN. */
  readonly fetch: typeof globalThis.fetch
  readonly admin: Person
  /** A new driver who works every week, signed in. */
  driver(overrides?: Parameters<Make['driver']>[0]): Promise<Person>
  /** A new active customer, due monthly in week 2, signed in. */
  customer(overrides?: Parameters<Make['customer']>[0]): Promise<Person>
  readonly nobody: Nobody
  /** Calls an operation by its contract as a person; throws when it is refused. */
  call<E extends Endpoint>(person: Nobody, endpoint: E, input: CallOf<E>): Promise<OutputOf<E>>
  /** Fixtures that the admin creates through the API, with realistic defaults. */
  readonly make: Make
  /** Empties the business but for its admin; all other people and data are gone. */
  reset(): Promise<void>
  /** Empties the business and makes a new admin, whom the limits that this process counts have not met. */
  renew(): Promise<void>
  /**
   * Takes a snapshot of all people and data; the returned function restores it, which is far cheaper than creating them
   * again.
   */
  keep(): Promise<() => Promise<void>>
}

export interface OfficeSettings {
  /** The time of the office's clock, which does not advance by itself. Default: Tuesday 10/11/2026, 8:00 in Sydney. */
  at?: string
  overrides?: Partial<Dependencies>
  environment?: Record<string, string>
  /** Uses this database instead of a fresh one of the kind; it can't be reset. */
  database?: OpenDatabase
}

/** The real server in this process, on its own database. Open one per test file and `close()` it. */
export async function openOffice(
  kind: DatabaseKind,
  { at = '2026-11-09T21:00:00Z', overrides = {}, environment = {}, database: given }: OfficeSettings = {},
): Promise<Office> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bagrun-office-'))
  const database = (given ?? (await freshDatabase(kind))) as FreshDatabase
  const clock = settableClock(at)
  const logged: LogLine[] = []
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret key for the tests, long enough',
    PUBLIC_URL: ORIGIN,
    PASSWORD_HASH_KIB: '8',
    ...environment,
  })
  const composed = await compose(config, { database, clock, log: memoryLog(logged), ...overrides })
  const fetchInProcess = inProcess(composed.app)
  const nobody = nobodyOf(fetchInProcess)
  let admin = await newAdmin()
  /** The business with its admin alone, taken at the first reset: putting it back is far cheaper than making it. */
  let beginning: { admin: Person; bringBack: () => Promise<void> } | null = null

  async function newAdmin(): Promise<Person> {
    await ensureFirstAdmin(composed.deps, ADMIN)
    return signedIn(fetchInProcess, ADMIN)
  }

  const call: Office['call'] = (person, endpoint, input) => callAs(person, endpoint, input)
  // A real S3 server requires the real clock, by which that November may be over.
  const isThen = composed.deps.clock.now() < new Date('2026-11-15T00:00:00Z')
  const make = fixtures((endpoint, input) => call(admin, endpoint, input), isThen ? undefined : null)
  return {
    ...composed,
    clock,
    logged,
    fetch: fetchInProcess,
    nobody,
    call,
    make,
    get admin() {
      return admin
    },
    driver: async (overrides) => {
      const made = await make.driver({ password: 'a long driver password', ...overrides })
      return personOf(fetchInProcess, made.driverID, {
        email: made.email,
        password: 'a long driver password',
        ...(overrides?.password && { password: overrides.password }),
      })
    },
    customer: async (overrides) => {
      const made = await make.customer({ password: 'a long customer password', ...overrides })
      return personOf(fetchInProcess, made.customerID, {
        email: made.email ?? '',
        password: overrides?.password ?? 'a long customer password',
      })
    },
    reset: async () => {
      clock.set(at)
      if (beginning) await beginning.bringBack()
      else {
        await database.reset()
        const admin = await newAdmin()
        beginning = { admin, bringBack: await database.keep('beginning') }
      }
      admin = beginning.admin
      logged.length = 0
    },
    renew: async () => {
      clock.set(at)
      await database.reset()
      admin = await newAdmin()
      beginning = null
      logged.length = 0
    },
    keep: async () => {
      const bringBack = await database.keep()
      const [now, admins] = [clock.now().toISOString(), admin]
      return async () => {
        await bringBack()
        logged.length = 0
        clock.set(now)
        admin = admins
      }
    },
    close: async () => {
      await composed.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
