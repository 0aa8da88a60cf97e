import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { generateRun } from '#contract/v1/runs-office.ts'
import { compose } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { inProcess, ORIGIN } from '../../support/in-process.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { callAs, nobodyOf } from '../../support/person.ts'
import { quietLog } from '../../support/quiet-log.ts'
import { settableClock } from '../../support/settable-clock.ts'
import { type Call, CALLS, requestOf } from './calls.ts'
import { type Known, knownIn } from './known.ts'
import { explainAll, type Plan, PlanRecorder } from './plans.ts'
import { tokenOf } from './world/office.ts'

/** What a call made the database do. */
export interface Explained {
  readonly call: Call
  readonly plans: readonly Plan[]
}

/** The last is explained: what a server keeps is there by then, as it is in a week. */
const TURNS = 2

/** Of every server on a world, one after the other. */
export const SECRET_KEY = 'a secret key for the worlds, long enough'

/**
 * Makes every call at the server in this process, on a world of a database of its own, and has its statements explained.
 * @param draftID of the week to be planned next; null: it is generated
 * @param calls those that are made
 */
export async function explainCalls(
  url: string,
  now: Date,
  settings: Readonly<Record<string, string>> = {},
  draftID: string | null = null,
  calls: readonly Call[] = CALLS,
): Promise<Explained[]> {
  await prepare(url, settings)
  const database = await openPostgres({ url, log: quietLog })
  // What is slow has connections of its own.
  const { $client: reports } = database.reports as typeof database.reports & { $client: pg.Pool }
  const recorder = new PlanRecorder(database.pool, reports)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bagrun-growth-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET_KEY,
    PUBLIC_URL: ORIGIN,
  })
  const composed = await compose(config, { database, clock: settableClock(now.toISOString()), log: memoryLog([]) })
  try {
    const fetch = inProcess(composed.app)
    const known = await knownIn(database.pool, now)
    const as = (role: Call['as']) => nobodyOf(fetch, tokenOf(role, role === 'customer' ? known.session : 0))
    const all: Known = {
      ...known,
      // There since an earlier attempt, when the test is repeated.
      draftID: draftID ?? known.draftID ?? (await callAs(as('admin'), generateRun, known.next)).runOrderID,
    }
    // A firm without card payments has no pay links.
    await as('admin').put('/v1/settings/checkout.enabled', { value: 'ON' })
    const explained: Explained[] = []
    for (const call of calls) {
      const person = as(call.as)
      let headers: Record<string, string> = {}
      let cursor = {}
      for (let turn = 0; turn < TURNS; turn += 1) {
        recorder.take()
        const { method, path: address, body } = requestOf(call, all, turn, cursor)
        const answer = await (method === 'GET'
          ? person.get(address, headers)
          : method === 'PUT'
            ? person.put(address, body)
            : person.post(address, body))
        const expected = call.again === 'unchanged' && turn > 0 ? 304 : call.endpoint.status
        if (answer.status !== expected)
          throw new Error(`${call.name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
        if (call.again === 'unchanged') headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
        if (call.again === 'poll') cursor = { since: (answer.body as { cursor?: string }).cursor }
      }
      explained.push({ call, plans: recorder.take() })
    }
    return explained
  } finally {
    await composed.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepare(url: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const open = await openPostgres({ url, log: quietLog })
  try {
    await explainAll(open.pool, settings)
  } finally {
    await open.close()
  }
}
