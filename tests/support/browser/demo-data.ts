import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startProduct } from './product.ts'

const WHERE = 'BAGRUN_DEMO_DATA'

/** Short, because a Unix socket lies in it and its whole path has to fit into 108 bytes. */
const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'br-'))

/** Lives the demo business into a data folder, and leaves it closed. @returns the folder; later processes find it too */
export async function makeDemoData(): Promise<string> {
  const folder = newFolder()
  try {
    const product = await startProduct({ dataDir: path.join(folder, 'd'), entry: 'demo' })
    await product.stop()
  } catch (error) {
    removeDemoData(folder)
    throw error
  }
  process.env[WHERE] = folder
  return folder
}

export function removeDemoData(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A copy of the demo business of its own. @returns the data folder and how to throw it away */
export function copyDemoData(): { dataDir: string; remove(): void } {
  const original = process.env[WHERE]
  if (original === undefined) throw new Error('The demo data is made by tests/e2e/demo-once.ts, which did not run.')
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  // A socket can't be copied, and belongs to a server that has ended.
  cpSync(path.join(original, 'd'), dataDir, { recursive: true, filter: (from) => !statSync(from, { throwIfNoEntry: false })?.isSocket() })
  return { dataDir, remove: () => removeDemoData(folder) }
}
