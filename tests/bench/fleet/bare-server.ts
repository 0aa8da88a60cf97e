import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { rivals } from '../support/rivals.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { officePages } from './admins.ts'
import { type FleetFigures, measureFleet } from './measure.ts'
import type { Fleet } from './fleet.ts'

/** The product's own answers, for a route that only repeats them. */
export interface Answers {
  pages: Record<string, string>
  run: string
}

/** The answers after all records are in: what a phone gets with its last batch, what the office reads then. */
export async function answersOf(fleet: Fleet, origin: string): Promise<Answers> {
  const read = async (url: string, token: string) =>
    (await fetch(origin + url, { headers: { authorization: `Bearer ${token}` } })).text()
  const pages: Record<string, string> = {}
  for (const page of officePages(fleet.runOrderID)) pages[page] = await read(page, fleet.adminTokens[0]!)
  const week = JSON.parse(await read('/v1/runs', fleet.devices[0]!.token)) as { items: unknown[] }
  return { pages, run: JSON.stringify(week.items[0]) }
}

/**
 * @param newDatabase the address of an empty PostgreSQL; null: PGlite in the route's own process, with its default
 * settings
 */
export async function measureBareServer(
  fleet: Fleet,
  { pages, run }: Answers,
  newDatabase: (() => Promise<string>) | null,
): Promise<FleetFigures> {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(pages))
  writeFileSync(path.join(folder, 'run.json'), run)
  const child = spawn(
    process.execPath,
    [
      rivals('bare-fleet.mjs'),
      path.join(folder, 'pages.json'),
      path.join(folder, 'run.json'),
      newDatabase === null ? path.join(folder, 'd') : await newDatabase(),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    return await measureFleet(fleet, { origin: `http://127.0.0.1:${Number(said.toString())}`, pid: child.pid })
  } finally {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    removeFolder(folder)
  }
}
