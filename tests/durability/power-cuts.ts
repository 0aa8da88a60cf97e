import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyDisk, makeDisk, mount, settle, unmount } from './disks.ts'
import { AckJournal } from './ack-journal.ts'
import type { Fixture } from './fixture.ts'

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
export async function powerCut(fixture: Fixture, cuts: number): Promise<PowerCuts> {
  const sum = { cuts, survived: 0, acknowledged: 0, lost: 0 }
  for (let cut = 0; cut < cuts; cut += 1) {
    const { acknowledged, lost, opened } = await once(fixture)
    sum.acknowledged += acknowledged
    sum.lost += lost
    if (opened && lost === 0) sum.survived += 1
  }
  return sum
}

async function once(fixture: Fixture): Promise<{ acknowledged: number; lost: number; opened: boolean }> {
  const folder = fixture.folder()
  mkdirSync(folder)
  const [disk, after] = [path.join(folder, 'disk'), path.join(folder, 'after')]
  const [live, found] = [path.join(folder, 'live'), path.join(folder, 'found')]
  const journal = new AckJournal(fixture.jobs)
  makeDisk(disk, MEGABYTES)
  mount(disk, live)
  try {
    fixture.copyTo(path.join(live, 'd'))
    settle(live)
    const product = await fixture.start(path.join(live, 'd'))
    try {
      const working = journal.load(await fixture.people(product))
      while (journal.acknowledged < 20) await wait(10)
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
    const product = await fixture.start(path.join(found, 'd')).catch(() => null)
    if (product === null) return { acknowledged: journal.acknowledged, lost: journal.acknowledged, opened: false }
    const { acknowledged } = journal
    await journal.check(await fixture.people(product)).finally(() => product.kill())
    return { acknowledged, lost: journal.lost, opened: true }
  } finally {
    unmount(found)
    rmSync(folder, { recursive: true })
  }
}
