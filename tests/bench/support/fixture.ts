import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { activateRun } from '#contract/v1/runs-office.ts'
import { signIn } from '#contract/v1/session.ts'
import { type Ask, frontDoor } from '#server/demo/door.ts'
import { type Product, startProduct } from '../../support/browser/product.ts'
import { fixtures, THIS_WEEK } from '../../fixtures/fixtures.ts'

export const ADMIN = { email: 'office@bench.example', password: 'a long office password' }
const PASSWORD = 'a long driver password'
export const DRIVER = { email: 'driver@bench.example', password: PASSWORD }

/** The driver of one round of the run. */
export interface FixtureDriver {
  readonly driverID: string
  readonly email: string
  readonly password: string
  /** The driver's stops. */
  readonly assignmentIDs: readonly string[]
}

/** How many customers each round has, and how many rounds there are, each with its own driver. */
export interface FixtureSize {
  stops: number
  drivers?: number
}

/** The ids and people of a bench's business. The first driver is `DRIVER`. */
export interface FixtureMade {
  readonly driverID: string
  readonly runOrderID: string
  readonly assignmentIDs: readonly string[]
  readonly drivers: readonly FixtureDriver[]
}

/** A business with one active run, created through the product's own API and stored in a folder. */
export interface Fixture extends FixtureMade {
  /** Starts a server on the business itself, to prepare the initial state of every round. */
  prepare(): Promise<OpenFixture>
  /** Starts a server on a copy of it, so that every round begins with the same data. */
  open(env?: Record<string, string>): Promise<OpenFixture>
  remove(): void
}

export interface OpenFixture {
  readonly product: Product
  readonly port: number
  close(): Promise<void>
}

/** A short path: it contains a Unix socket, whose whole path must fit into 108 bytes. */
export const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'bb-'))
export const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

export async function makeFixture(size: FixtureSize): Promise<Fixture> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  const product = await startProduct({ dataDir, env: quiet() })
  try {
    const made = await fill(product, size)
    return {
      ...made,
      prepare: async () => opened(await startProduct({ dataDir, env: quiet() })),
      open: (env) => openCopy(dataDir, env),
      remove: () => removeFolder(folder),
    }
  } catch (error) {
    removeFolder(folder)
    throw error
  } finally {
    await product.stop()
  }
}

/** The same business in a separate database, such as PostgreSQL, where no files can be copied. */
export async function makeFixtureIn(
  env: Record<string, string>,
  size: FixtureSize,
): Promise<OpenFixture & FixtureMade> {
  const open = await openFixtureIn(env)
  return { ...(await fill(open.product, size)), ...open }
}

/** Starts a server on a database that contains its business already. */
export async function openFixtureIn(env: Record<string, string>): Promise<OpenFixture> {
  const folder = newFolder()
  return opened(await startProduct({ dataDir: path.join(folder, 'd'), env: { ...quiet(), ...env } }), folder)
}

async function openCopy(original: string, env: Record<string, string> = {}): Promise<OpenFixture> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  // A socket can't be copied, and this one belongs to a server that has ended.
  cpSync(original, dataDir, {
    recursive: true,
    filter: (from) => !statSync(from, { throwIfNoEntry: false })?.isSocket(),
  })
  return opened(await startProduct({ dataDir, env: { ...quiet(), ...env } }), folder)
}

/** @param folder removed when the server is closed */
function opened(product: Product, folder?: string): OpenFixture {
  return {
    product,
    port: Number(new URL(product.origin).port),
    close: async () => {
      await product.stop()
      if (folder !== undefined) removeFolder(folder)
    },
  }
}

const quiet = () => ({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' })

async function fill(product: Product, { stops, drivers = 1 }: FixtureSize): Promise<FixtureMade> {
  const ask = askAt(product.origin)
  const { token } = await ask(signIn, ADMIN)
  const make = fixtures((endpoint, input) => ask(endpoint, input, token), null)
  const rounds = Array.from({ length: drivers }, (_, at) => ({
    runNumber: at + 1,
    email: at === 0 ? DRIVER.email : `driver-${at + 1}@bench.example`,
    password: PASSWORD,
  }))
  const named: { runNumber: number; driverID: string }[] = []
  for (const { runNumber, ...account } of rounds)
    named.push({ runNumber, driverID: (await make.driver(account)).driverID })
  const { suburbID } = await make.suburb()
  const { productID } = await make.product()
  for (const { runNumber } of rounds) {
    // `make.run` creates one more customer of the first round.
    for (let at = runNumber === 1 ? 1 : 0; at < stops; at += 1) await make.customer({ suburbID, productID, runNumber })
  }
  const draft = await make.run({ ...THIS_WEEK, drivers: named })
  const run = await ask(activateRun, { runOrderID: draft.runOrderID }, token)
  const made = rounds.map(({ runNumber, ...account }, at) => {
    const { driverID } = named[at]!
    const assignmentIDs = run.jobs.filter((stop) => stop.driverID === driverID).map((stop) => stop.assignmentID)
    if (assignmentIDs.length !== stops)
      throw new Error(`Round ${runNumber} has ${assignmentIDs.length} stops of its driver, not ${stops}.`)
    return { ...account, driverID, assignmentIDs }
  })
  return {
    runOrderID: run.runOrderID,
    driverID: made[0]!.driverID,
    assignmentIDs: made[0]!.assignmentIDs,
    drivers: made,
  }
}

/** Calls operations by their contract over the network. */
export function askAt(origin: string): Ask {
  return frontDoor(async ({ method, url, headers, body }) => {
    const answer = await fetch(origin + url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as BodyInit }),
    })
    return { status: answer.status, body: await answer.text() }
  })
}

export const adminToken = async (ask: Ask) => (await ask(signIn, ADMIN)).token
export const driverToken = async (ask: Ask, { email, password }: Pick<FixtureDriver, 'email' | 'password'> = DRIVER) =>
  (await ask(signIn, { email, password })).token
