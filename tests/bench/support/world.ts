import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { activateRun } from '#contract/v1/runs-office.ts'
import { signIn } from '#contract/v1/session.ts'
import { type Ask, frontDoor } from '#server/demo/door.ts'
import { type Product, startProduct } from '../../support/browser/product.ts'
import { makers, THIS_WEEK } from '../../support/make/makers.ts'

const ADMIN = { email: 'office@bench.example', password: 'a long office password' }
export const DRIVER = { email: 'driver@bench.example', password: 'a long driver password' }

/** A business with one driver and one active run, made through the product's own front door and kept in a folder. */
export interface World {
  readonly driverID: string
  readonly runOrderID: string
  readonly assignmentIDs: readonly string[]
  /** A server on the business itself, to prepare what every round begins with. */
  prepare(): Promise<OpenWorld>
  /** A server on a copy of it, so that every round begins the same. */
  open(env?: Record<string, string>): Promise<OpenWorld>
  remove(): void
}

export interface OpenWorld {
  readonly product: Product
  readonly port: number
  close(): Promise<void>
}

/** Short, because a Unix socket lies in it and its whole path has to fit into 108 bytes. */
export const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'bb-'))
export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

export async function makeWorld({ stops }: { stops: number }): Promise<World> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  const product = await startProduct({ dataDir, env: quiet() })
  try {
    const made = await fill(product, stops)
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

/** The same business in a database of its own, such as PostgreSQL, where nothing can be copied. */
export async function makeWorldIn(env: Record<string, string>, { stops }: { stops: number }): Promise<OpenWorld & Omit<World, 'prepare' | 'open' | 'remove'>> {
  const folder = newFolder()
  const product = await startProduct({ dataDir: path.join(folder, 'd'), env: { ...quiet(), ...env } })
  return { ...(await fill(product, stops)), ...opened(product, folder) }
}

async function openCopy(original: string, env: Record<string, string> = {}): Promise<OpenWorld> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  // A socket can't be copied, and belongs to a server that has ended.
  cpSync(original, dataDir, { recursive: true, filter: (from) => !statSync(from, { throwIfNoEntry: false })?.isSocket() })
  return opened(await startProduct({ dataDir, env: { ...quiet(), ...env } }), folder)
}

/** @param folder thrown away with it */
function opened(product: Product, folder?: string): OpenWorld {
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

async function fill(product: Product, stops: number) {
  const ask = askAt(product.origin)
  const { token } = await ask(signIn, ADMIN)
  const make = makers((endpoint, input) => ask(endpoint, input, token))
  const { driverID } = await make.driver(DRIVER)
  const { suburbID } = await make.suburb()
  const { productID } = await make.product()
  // `make.run` brings one customer more.
  for (let at = 1; at < stops; at += 1) await make.customer({ suburbID, productID })
  const draft = await make.run({ ...THIS_WEEK, drivers: [{ runNumber: 1, driverID }] })
  const run = await ask(activateRun, { runOrderID: draft.runOrderID }, token)
  const assignmentIDs = run.jobs.filter((job) => job.driverID === driverID).map((job) => job.assignmentID)
  if (assignmentIDs.length !== stops) throw new Error(`The run has ${assignmentIDs.length} stops of the driver, not ${stops}.`)
  return { driverID, runOrderID: run.runOrderID, assignmentIDs }
}

/** Calls operations by their contract over the network. */
export function askAt(origin: string): Ask {
  return frontDoor(async ({ method, url, headers, body }) => {
    const answer = await fetch(origin + url, { method, headers, ...(body === undefined ? {} : { body: body as BodyInit }) })
    return { status: answer.status, body: await answer.text() }
  })
}

export const adminToken = async (ask: Ask) => (await ask(signIn, ADMIN)).token
export const driverToken = async (ask: Ask) => (await ask(signIn, DRIVER)).token
