import type { Postgres } from '../server/postgres.ts'
import {
  adminToken,
  askAt,
  driverToken,
  makeFixture,
  makeFixtureIn,
  openFixtureIn,
  type OpenFixture,
  type FixtureMade,
} from '../../fixtures/business-on-disk.ts'

/** A week's run with many drivers: all signed in, nothing recorded yet. */
export interface Fleet {
  readonly runOrderID: string
  readonly devices: readonly { token: string; assignmentIDs: readonly string[] }[]
  readonly adminTokens: readonly string[]
  /** Records that each phone sends. */
  readonly events: number
  /** Starts a server on a copy, so that every round begins with the same data. @param env for this server only */
  open(env?: Record<string, string>): Promise<OpenFixture>
  remove(): void
}

export interface FleetSize {
  drivers: number
  /** Of each driver. */
  stops: number
  events: number
  admins: number
}

export async function embeddedFleet(size: FleetSize): Promise<Fleet> {
  const fixture = await makeFixture(size)
  const office = await fixture.prepare()
  try {
    return { ...(await everybody(office.product.origin, fixture, size)), open: fixture.open, remove: fixture.remove }
  } finally {
    await office.close()
  }
}

export async function postgresFleet(size: FleetSize, postgres: Postgres): Promise<Fleet> {
  const original = await postgres.newDatabase()
  const env = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: 'a secret key for the bench, long enough' })
  const office = await makeFixtureIn(env(original), size)
  try {
    return {
      ...(await everybody(office.product.origin, office, size)),
      open: async (more) => openFixtureIn({ ...env(await postgres.newDatabase(original)), ...more }),
      remove: () => undefined,
    }
  } finally {
    await office.close()
  }
}

async function everybody(
  origin: string,
  { runOrderID, drivers }: FixtureMade,
  { admins, events }: FleetSize,
): Promise<Omit<Fleet, 'open' | 'remove'>> {
  const ask = askAt(origin)
  const devices: { token: string; assignmentIDs: readonly string[] }[] = []
  for (const driver of drivers)
    devices.push({ token: await driverToken(ask, driver), assignmentIDs: driver.assignmentIDs })
  const adminTokens: string[] = []
  while (adminTokens.length < admins) adminTokens.push(await adminToken(ask))
  return { runOrderID, devices, adminTokens, events }
}
