import { setTimeout as wait } from 'node:timers/promises'
import { Ledger } from './ledger.ts'
import type { Town } from './town.ts'

export interface Kills {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** From the start of the process until /readyz answers 200, ms, one for each kill. */
  readonly readyMs: readonly number[]
}

/** Kills the server during its work, again and again, and checks each time that all acknowledged writes are there. */
export async function killed(town: Town, kills: number): Promise<Kills> {
  const dataDir = town.folder()
  town.copyTo(dataDir)
  const ledger = new Ledger(town.jobs)
  const readyMs: number[] = []
  const product = await town.start(dataDir)
  try {
    const people = await town.people(product)
    for (let kill = 0; kill < kills; kill += 1) {
      const before = ledger.acknowledged
      const working = ledger.load(people)
      // Never before it has acknowledged something.
      while (ledger.acknowledged < before + 5) await wait(10)
      await wait(Math.random() * 500)
      await product.kill()
      await working
      const started = performance.now()
      await product.start()
      readyMs.push(performance.now() - started)
      await ledger.check(people)
    }
    return { kills, acknowledged: ledger.acknowledged, lost: ledger.lost, doubled: ledger.doubled, readyMs }
  } finally {
    await product.kill()
  }
}
