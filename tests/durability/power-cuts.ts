import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyDisk, makeDisk, mount, settle, unmount } from './disks.ts'
import { Ledger } from './ledger.ts'
import type { Town } from './town.ts'

export interface PowerCuts {
  readonly cuts: number
  /** How often the database opened afterwards with everything acknowledged in it. */
  readonly survived: number
  readonly acknowledged: number
  readonly lost: number
}

const MEGABYTES = 400

/**
 * Simulates a power cut of a real server under load: the raw image of a loop-mounted ext4 is copied while it is
 * written, and the copy is what a machine would find after the power cut. 100 MB of it have to stay free.
 */
export async function powerCut(town: Town, cuts: number): Promise<PowerCuts> {
  const sum = { cuts, survived: 0, acknowledged: 0, lost: 0 }
  for (let cut = 0; cut < cuts; cut += 1) {
    const { acknowledged, lost, opened } = await once(town)
    sum.acknowledged += acknowledged
    sum.lost += lost
    if (opened && lost === 0) sum.survived += 1
  }
  return sum
}

async function once(town: Town): Promise<{ acknowledged: number; lost: number; opened: boolean }> {
  const folder = town.folder()
  mkdirSync(folder)
  const [disk, after] = [path.join(folder, 'disk'), path.join(folder, 'after')]
  const [live, found] = [path.join(folder, 'live'), path.join(folder, 'found')]
  const ledger = new Ledger(town.jobs)
  makeDisk(disk, MEGABYTES)
  mount(disk, live)
  try {
    town.copyTo(path.join(live, 'd'))
    settle(live)
    const product = await town.start(path.join(live, 'd'))
    try {
      const working = ledger.load(await town.people(product))
      while (ledger.acknowledged < 20) await wait(10)
      await wait(Math.random() * 1_000)
      // The process is stopped, so that everything it has acknowledged was acknowledged before the cut.
      process.kill(product.pid()!, 'SIGSTOP')
      copyDisk(disk, after)
      await product.kill()
      await working
    } finally {
      await product.kill()
    }
  } finally {
    unmount(live)
  }
  mount(after, found)
  try {
    const product = await town.start(path.join(found, 'd')).catch(() => null)
    if (product === null) return { acknowledged: ledger.acknowledged, lost: ledger.acknowledged, opened: false }
    const { acknowledged } = ledger
    await ledger.check(await town.people(product)).finally(() => product.kill())
    return { acknowledged, lost: ledger.lost, opened: true }
  } finally {
    unmount(found)
    rmSync(folder, { recursive: true })
  }
}
