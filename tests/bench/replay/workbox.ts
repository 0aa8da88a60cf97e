import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openBrowser, type Prepared, prepareProfile, scriptFor } from '../support/chromium.ts'
import type { Line } from '../support/throttled-line.ts'
import { rivals } from '../support/rivals.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import type { Replayed, Size } from './size.ts'

/** A phone on which 500 outcomes and 100 photos wait in Workbox's Queue. */
export interface WorkboxDevice {
  replay(line: Line): Promise<Replayed>
  remove(): void
}

type RivalPage = {
  rival: { enqueue(work: object): Promise<number>; size(): Promise<number>; replay(): Promise<number> }
}

/** False where the rivals are not installed. */
export const hasWorkbox = () => existsSync(rivals('node_modules', 'workbox-background-sync'))

export async function fillWorkbox(size: Size, line: Line): Promise<WorkboxDevice> {
  const folder = newFolder()
  const script = path.join(folder, 'queue.js')
  writeFileSync(script, await scriptFor(rivals('queue-page.mjs')))
  const server = await startQueueServer(script)
  let prepared: Prepared
  try {
    line.up(server.port)
    prepared = await prepareProfile(async ({ page }) => {
      await page.goto(line.origin)
      const filled = await page.evaluate((work) => (window as unknown as RivalPage).rival.enqueue(work), size)
      if (filled !== size.events + size.photos) throw new Error(`Workbox's Queue holds ${filled} requests.`)
    })
  } finally {
    line.down()
    await server.stop()
  }
  return {
    replay: (line) => replay(prepared, script, size, line),
    remove: () => {
      prepared.remove()
      removeFolder(folder)
    },
  }
}

async function replay(prepared: Prepared, script: string, size: Size, line: Line): Promise<Replayed> {
  const { profile, remove } = prepared.copy()
  const server = await startQueueServer(script)
  const browser = await openBrowser(profile)
  try {
    line.up(server.port)
    await browser.page.goto(line.origin)
    const { total, began } = await browser.page.evaluate(async () => {
      const began = Date.now()
      return { began, total: await (window as unknown as RivalPage).rival.replay() }
    })
    const counted = await server.counted()
    if (counted.outcomes !== size.events || counted.photos !== size.photos)
      throw new Error(`Workbox brought ${counted.outcomes} outcomes and ${counted.photos} photos.`)
    return { total, outcomes: counted.lastOutcomeAt - began }
  } finally {
    await browser.close()
    line.down()
    await server.stop()
    remove()
  }
}

/** A separate server for a page of Workbox; the page consists of this script only. */
export async function startQueueServer(script: string) {
  const folder = newFolder()
  const child: ChildProcess = spawn(process.execPath, [rivals('queue-server.mjs'), folder, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout!, 'data')) as [Buffer]
  const port = Number(said.toString())
  return {
    port,
    counted: async () =>
      (await (await fetch(`http://127.0.0.1:${port}/counted`)).json()) as {
        outcomes: number
        photos: number
        lastOutcomeAt: number
      },
    stop: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      removeFolder(folder)
    },
  }
}
