import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dayOf, mondayOf } from '#domain/dates.ts'
import { packageRoot } from '#server/db/package-root.ts'
import { DEMO_ZONE } from '#server/demo/story.ts'
import { fingerprint, kept } from '../kept.ts'
import { isNoSocket, newFolder, removeDemoData, WHERE } from './demo-data.ts'
import { startProduct } from './product.ts'

/** What the demo's data depends on, besides the week: the code that makes it, and the packages it is stored with. */
const MADE_FROM = ['src/domain', 'src/contract', 'src/server', 'package-lock.json']

/**
 * The demo business in a data folder, made once for each week and version of the server, and kept between runs. Later
 * processes of this run find it by WHERE; each test uses a copy.
 */
export async function makeDemoData(): Promise<void> {
  const monday = mondayOf(dayOf(new Date(), DEMO_ZONE))
  const version = fingerprint(...MADE_FROM.map((place) => path.join(packageRoot(), place)))
  process.env[WHERE] = await kept(`demo-${monday}-${version}`, async (unfinished) => {
    // In a folder of its own first: the path of its socket would be too long in the cache.
    const folder = newFolder()
    try {
      const dataDir = path.join(folder, 'd')
      const product = await startProduct({ dataDir, entry: 'demo' })
      await product.stop()
      const { livedFor } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as { livedFor: string }
      if (livedFor !== monday) throw new Error(`The demo was made for the week of ${livedFor}, not of ${monday}.`)
      cpSync(dataDir, unfinished, { recursive: true, filter: isNoSocket })
    } finally {
      removeDemoData(folder)
    }
  })
}
