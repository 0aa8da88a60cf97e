import { constants, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { dayOf, mondayOf } from '#domain/dates.ts'
import { packageRoot } from '#server/package-root.ts'
import { DEMO_ZONE } from '#server/demo/weeks.ts'
import { fingerprint, kept } from '../kept.ts'
import { startProduct, type Product } from './product.ts'

/** A short path: the folder holds a Unix socket, whose whole path must fit into 108 bytes. */
export const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'br-'))

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A socket can't be copied, and belongs to a server that has ended. */
const isNoSocket = (from: string) => !statSync(from, { throwIfNoEntry: false })?.isSocket()

/** What the demo's data depends on, besides the week: the code that makes it, and the packages it is stored with. */
const MADE_FROM = ['src/domain', 'src/contract', 'src/server', 'package-lock.json']

let made: Promise<string> | null = null

/** The demo's data folder, made once for each week and version of the server. Whoever uses it copies it. */
export const demoData = () => (made ??= keepDemo())

function keepDemo(): Promise<string> {
  const monday = mondayOf(dayOf(new Date(), DEMO_ZONE))
  const version = fingerprint(...MADE_FROM.map((place) => path.join(packageRoot(), place)))
  return kept(`demo-${monday}-${version}`, async (unfinished) => {
    // In a folder of its own first: in the cache the path of its socket would be too long.
    const folder = newFolder()
    try {
      const dataDir = path.join(folder, 'd')
      const product = await startProduct({ dataDir, entry: 'demo' })
      await product.stop()
      const { livedFor } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as { livedFor: string }
      if (livedFor !== monday) throw new Error(`The demo was made for the week of ${livedFor}, not of ${monday}.`)
      cpSync(dataDir, unfinished, { recursive: true, filter: isNoSocket })
    } finally {
      removeFolder(folder)
    }
  })
}

/** Makes a separate copy of the demo business. @returns the data folder and a function that removes it */
export async function copyDemoData(): Promise<{ dataDir: string; remove(): void }> {
  const original = await demoData()
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  // Where the file system can, it shares the contents until one of the two changes them.
  cpSync(original, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return { dataDir, remove: () => removeFolder(folder) }
}

/** Opens the demo business on its own copy of the data. `close` also removes the copy. */
export async function openDemo(
  options: { root?: string; env?: Record<string, string> } = {},
): Promise<Product & { close(): Promise<void> }> {
  const { dataDir, remove } = await copyDemoData()
  try {
    const product = await startProduct({ dataDir, ...options })
    return {
      ...product,
      close: async () => {
        await product.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
