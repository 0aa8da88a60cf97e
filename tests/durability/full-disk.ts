import { statfsSync, mkdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '../support/browser/product.ts'
import { makeDisk, mount, unmount } from './disks.ts'
import { AckJournal } from './ack-journal.ts'
import type { Fixture } from './fixture.ts'
import type { People } from './work.ts'

export interface FullDisk {
  /** With less than 100 MB free, a write is answered 507 with a sentence, and reads still succeed. */
  readonly refusedEarly: boolean
  /** When there is room again, writes succeed again without a restart. */
  readonly goesOn: boolean
  /** What happened to the process when the disk was filled to the last byte under load. */
  readonly atZero: string
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
}

const MB = 1024 * 1024

/** Fills the disk of a real server: first nearly, then, under load, to the last byte. */
export async function filledDisk(fixture: Fixture): Promise<FullDisk> {
  const folder = fixture.folder()
  mkdirSync(folder)
  const [disk, live] = [path.join(folder, 'disk'), path.join(folder, 'live')]
  makeDisk(disk, 400)
  mount(disk, live)
  const filler = path.join(live, 'filler')
  try {
    const dataDir = path.join(live, 'd')
    fixture.copyTo(dataDir)
    const journal = new AckJournal(fixture.jobs)
    const product = await fixture.start(dataDir)
    try {
      let people = await fixture.people(product)
      await journal.load(people, () => journal.acknowledged > 50)
      await fill(filler, free(live) - 80 * MB)
      const refusedEarly = await isRefused(people)
      rmSync(filler)
      const goesOn = await worksAgain(journal, people)
      let over = false
      const working = journal.load(people, () => over)
      await wait(200)
      await fill(filler, Infinity)
      await wait(3_000)
      over = true
      const atZero = ended(product) ?? 'refused writes and lived'
      // A hanging process would never answer.
      if (atZero !== 'refused writes and lived') await product.kill()
      await Promise.race([working, wait(10_000)])
      rmSync(filler)
      if (atZero !== 'refused writes and lived') {
        await product.start()
        people = await fixture.people(product)
      } else await worksAgain(journal, people)
      await journal.check(people)
      return {
        refusedEarly,
        goesOn,
        atZero,
        acknowledged: journal.acknowledged,
        lost: journal.lost,
        doubled: journal.doubled,
      }
    } finally {
      await product.kill()
    }
  } finally {
    unmount(live)
    rmSync(folder, { recursive: true })
  }
}

const free = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Writes zeros until so many bytes are written or nothing more fits. */
async function fill(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (let size = MB; size >= 512; size /= 2) {
      const zeros = Buffer.alloc(size)
      for (; bytes >= size; bytes -= size) {
        const full = await handle.write(zeros).then(
          ({ bytesWritten }) => bytesWritten < size,
          () => true,
        )
        if (full) break
      }
    }
    await handle.sync().catch(() => undefined)
  } finally {
    await handle.close().catch(() => undefined)
  }
}

async function isRefused({ admin }: People): Promise<boolean> {
  // The server caches the free space for a moment.
  await wait(2_000)
  const write = await admin.post('/v1/products', {
    name: 'Too much',
    serviceType: 'GARDEN_BAG',
    paymentScheme: 'POSTPAID',
    collectionScheme: 'MONTHLY',
    price: 1,
  })
  const read = await admin.get('/v1/products')
  return [507, 503].includes(write.status) && (write.body.message ?? '').length > 10 && read.status === 200
}

async function worksAgain(journal: AckJournal, people: People): Promise<boolean> {
  await wait(2_000)
  const before = journal.acknowledged
  await journal.load(people, () => journal.acknowledged > before + 10)
  return journal.acknowledged > before
}

/** How the process ended; null: it still runs. */
function ended(product: Product): string | null {
  const pid = product.pid()
  try {
    process.kill(pid ?? 0, 0)
    return pid === undefined ? 'ended' : null
  } catch {
    return /cannot go on/.test(product.log()) ? 'ended by itself and said why' : 'ended'
  }
}
