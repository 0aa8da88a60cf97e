import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Tells later processes where the demo data of this run lies. */
export const WHERE = 'BAGRUN_DEMO_DATA'

/** Short, because a Unix socket lies in it and its whole path has to fit into 108 bytes. */
export const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'br-'))

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
  cpSync(path.join(original, 'd'), dataDir, {
    recursive: true,
    filter: (from) => !statSync(from, { throwIfNoEntry: false })?.isSocket(),
  })
  return { dataDir, remove: () => removeDemoData(folder) }
}
