import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'
import { DEMO_PASSWORD } from '#server/demo/business.ts'
import { DEMO_ADMIN } from '#server/demo/story.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getDrivenTimes } from '#contract/v1/driven-times.ts'
import type { Run } from '#contract/v1/runs.ts'
import { byKey } from '#domain/by-key.ts'
import { roundSearch } from '#domain/round-order.ts'
import type { RoundStop } from '#domain/round-question.ts'
import { compareStops } from '#domain/stop-order.ts'
import type { Figure } from '../support/figures.ts'

const PORT = 4897
const HOST = `http://127.0.0.1:${PORT}`
/** Changes tried for a round: about a second of one processor. */
const CHANGES = 20_000

type Stop = Run['jobs'][number]
interface Sum {
  metres: number
  seconds: number
}

/**
 * The completed weeks of the demo: as driven, by suburb, street and number, and in our order, each driver's round by
 * itself and by driving times of the demo's own records.
 */
export async function demoQuarter(): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bagrun-quarter-'))
  const server = spawn(process.execPath, [path.join(packageRoot(), 'dist/server/demo.js')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let said = ''
    for await (const chunk of server.stdout) if ((said += String(chunk)).includes('customer@')) break
    const get = await signedIn()
    const { items } = await get<{ items: Run[] }>('/v1/runs?status=completed&perPage=100&sort=fromDate')
    const figures: Figure[] = []
    for (const { runOrderID } of items) {
      const run = await get<Run>(`/v1/runs/${runOrderID}`)
      const driven = await get<OutputOf<typeof getDrivenTimes>>(`/v1/runs/${runOrderID}/driven-times`)
      figures.push(weekOf(run, { speed: 30, atStop: 2, driven }))
    }
    return figures
  } finally {
    server.kill('SIGKILL')
    await once(server, 'exit').catch(() => undefined)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function signedIn(): Promise<<T>(url: string) => Promise<T>> {
  const first = await fetch(`${HOST}/v1/config`)
  const cookie = first.headers.getSetCookie().map((each) => each.split(';')[0])
  const xsrf = cookie.find((each) => each?.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const answer = await fetch(`${HOST}/v1/users/signin`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookie.join('; '),
      'x-xsrf-token': decodeURIComponent(xsrf),
    },
    body: JSON.stringify({ email: DEMO_ADMIN, password: DEMO_PASSWORD }),
  })
  const { token } = (await answer.json()) as { token: string }
  return async <T>(url: string) =>
    (await (await fetch(HOST + url, { headers: { authorization: `Bearer ${token}` } })).json()) as T
}

function weekOf(run: Run, travel: Parameters<typeof roundSearch>[1]): Figure {
  const driven = run.jobs.filter(({ doneAt, driverID }) => doneAt !== null && driverID !== null)
  const sums = { driven: NOTHING, address: NOTHING, ours: NOTHING }
  for (const stops of byKey(driven, ({ driverID }) => driverID).values()) {
    const asDriven = stops.toSorted((a, b) => (a.doneAt! < b.doneAt! ? -1 : 1)).map(asked)
    const byAddress = stops.map((stop) => ({ ...asked(stop, 0), stopOrder: null }) as RoundStop).sort(compareStops)
    const search = roundSearch(asDriven, travel)
    const address = roundSearch(
      byAddress.map((stop, at) => ({ ...stop, stopOrder: at + 1 })),
      travel,
    )
    search.improve(CHANGES)
    sums.driven = added(sums.driven, search.before)
    sums.address = added(sums.address, address.before)
    sums.ours = added(sums.ours, search.best())
  }
  return {
    what: `demo, ${run.readableID}, ${driven.length} stops`,
    ours: inWords(sums.ours),
    rival: `as driven ${inWords(sums.driven)}; by address ${inWords(sums.address)}`,
    ratio: sums.ours.seconds / sums.driven.seconds,
  }
}

const NOTHING: Sum = { metres: 0, seconds: 0 }
const added = (a: Sum, b: Sum): Sum => ({ metres: a.metres + b.metres, seconds: a.seconds + b.seconds })
const inWords = ({ metres, seconds }: Sum) => `${Math.round(metres / 1000)} km, ${Math.round(seconds / 60)} min`

const asked = ({ assignmentID, suburb, address, customerID, latitude, longitude }: Stop, at: number): RoundStop => ({
  assignmentID,
  runNumber: 1,
  stopOrder: at + 1,
  suburb,
  address,
  refId: customerID,
  latitude,
  longitude,
})
