import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { activateRun } from '#contract/v1/runs-office.ts'
import { signIn } from '#contract/v1/session.ts'
import { askAt } from '../fixtures/business-on-disk.ts'
import { type Product, startProduct } from '../support/browser/product.ts'
import { fixtures } from '../fixtures/make.ts'
import { nobodyOf } from '../support/person.ts'
import { Stops, type People } from './work.ts'

const ADMIN = { email: 'office@durability.example', password: 'a long office password' }
const DRIVER = { email: 'driver@durability.example', password: 'a long driver password' }

/** A small business in a folder, from which each trial starts. */
export interface Fixture {
  readonly jobs: Stops
  /** Starts the real product, in its own process, on a folder. */
  start(dataDir: string): Promise<Product>
  /** Copies the data as it was created to another folder. */
  copyTo(dataDir: string): void
  /** A folder for this trial, removed with the fixture. */
  folder(): string
  /** Signs both people in, at the address where the product listens. */
  people(product: Product): Promise<People>
  remove(): void
}

/** @param root the folder that contains `dist/server` @param stops how many outcomes can be recorded */
export async function makeFixture(root: string, stops = 60): Promise<Fixture> {
  // A short path, because it contains a Unix socket.
  const base = mkdtempSync(path.join(os.tmpdir(), 'bk-'))
  const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' }
  const start = (dataDir: string) => startProduct({ dataDir, root, env })
  const original = path.join(base, 'town')
  const product = await start(original)
  try {
    const ask = askAt(product.origin)
    const { token } = await ask(signIn, ADMIN)
    const make = fixtures((endpoint, input) => ask(endpoint, input, token), null)
    const { driverID } = await make.driver(DRIVER)
    const [{ suburbID }, { productID }] = [await make.suburb(), await make.product()]
    for (let at = 1; at < stops; at += 1) await make.customer({ suburbID, productID })
    const draft = await make.run({ drivers: [{ runNumber: 1, driverID }] })
    const run = await ask(activateRun, { runOrderID: draft.runOrderID }, token)
    const assignmentIDs = run.jobs.map((stop) => stop.assignmentID)
    let folders = 0
    return {
      get jobs() {
        return new Stops(run.runOrderID, assignmentIDs)
      },
      start,
      copyTo: (dataDir) =>
        cpSync(original, dataDir, {
          recursive: true,
          filter: (from) => !statSync(from, { throwIfNoEntry: false })?.isSocket(),
        }),
      folder: () => path.join(base, `t${++folders}`),
      people: async ({ origin }) => {
        const asked = askAt(origin)
        const as = async (account: { email: string; password: string }) =>
          nobodyOf(
            (url, init) => fetch(origin + String(url), { ...init, redirect: 'manual' }),
            (await asked(signIn, account)).token,
          )
        return { admin: await as(ADMIN), driver: await as(DRIVER), origin }
      },
      remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
    }
  } catch (error) {
    rmSync(base, { recursive: true, force: true })
    throw error
  } finally {
    await product.stop()
  }
}
