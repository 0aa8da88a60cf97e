import { setTimeout as wait } from 'node:timers/promises'
import { AckJournal } from './ack-journal.ts'
import type { Fixture } from './fixture.ts'

export interface Kills {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** From the start of the process until /readyz answers 200, ms, one for each kill. */
  readonly readyMs: readonly number[]
}

/** Kills the server during its work, again and again, and checks each time that all acknowledged writes are there. */
export async function killed(fixture: Fixture, kills: number): Promise<Kills> {
  const dataDir = fixture.folder()
  fixture.copyTo(dataDir)
  const journal = new AckJournal(fixture.jobs)
  const readyMs: number[] = []
  const product = await fixture.start(dataDir)
  try {
    const people = await fixture.people(product)
    for (let kill = 0; kill < kills; kill += 1) {
      const before = journal.acknowledged
      const working = journal.load(people)
      // Never before it has acknowledged something.
      while (journal.acknowledged < before + 5) await wait(10)
      await wait(Math.random() * 500)
      await product.kill()
      await working
      const started = performance.now()
      await product.start()
      readyMs.push(performance.now() - started)
      await journal.check(people)
    }
    return { kills, acknowledged: journal.acknowledged, lost: journal.lost, doubled: journal.doubled, readyMs }
  } finally {
    await product.kill()
  }
}
