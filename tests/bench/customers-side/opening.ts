import http from 'node:http'
import { percentile } from '../fleet/measure.ts'
import { isActive, tokenOf } from './make-history.ts'
import { withPortal } from './portal-world.ts'
import { type Figure, millis } from '../support/figures.ts'

const CUSTOMERS = 5_000
const WITHIN_MS = 300_000
/** Unless the bench runs at full size: the same rate for a shorter time. */
const SHORTER = 5
const P99_MS = 200
/** What the page asks when it is opened. */
const CALLS = ['/v1/users/profile', '/v1/runs/own-schedule', '/v1/users/profile']

/** Customers who open the portal after a reminder. @param full all five thousand, for five minutes */
export function opening(name: string, full: boolean, url?: string): Promise<Figure[]> {
  return withPortal(url, async (origin) => {
    const part = full ? 1 : SHORTER
    const { took, failed } = await openedBy(origin, CUSTOMERS / part, WITHIN_MS / part)
    const p99 = percentile(took, 0.99)
    const line = (what: string, ours: string) => ({ what, ours, rival: '', ratio: null })
    return [
      line(
        `${(CUSTOMERS / part).toLocaleString('en')} customers open the portal within ${WITHIN_MS / part / 1000} s, ${name}: p50 of a call`,
        millis(percentile(took, 0.5)),
      ),
      { ...line('… p99', millis(p99)), goal: { says: `at most ${P99_MS} ms`, met: p99 <= P99_MS } },
      { ...line('… calls that failed', String(failed)), goal: { says: 'none', met: failed === 0 } },
    ]
  })
}

/** At even distances, whether or not the server keeps up: a call's time counts from when it was due. */
async function openedBy(origin: string, customers: number, withinMs: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const who = Array.from({ length: customers * 2 }, (_, n) => n)
    .filter(isActive)
    .slice(0, customers)
  const took: number[] = []
  let failed = 0
  const began = performance.now()
  const opened = who.map(async (n, at) => {
    const due = began + (at / customers) * withinMs
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
    await Promise.all(
      CALLS.map(async (call) => {
        if ((await statusOf(agent, origin + call, tokenOf(n))) !== 200) failed += 1
        took.push(performance.now() - due)
      }),
    )
  })
  await Promise.all(opened)
  agent.destroy()
  return { took, failed }
}

function statusOf(agent: http.Agent, url: string, token: string): Promise<number> {
  return new Promise((resolve) => {
    const request = http.request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    request.on('error', () => resolve(0))
    request.end()
  })
}

export const OPENING_METHOD = `Opening: the production server in a process of its own, 100,000 customers, those who open it with a year of collections and a session; each asks for profile (twice, as the page does) and schedule at once, customer after customer at even distances, from one process on the same machine. A shorter run keeps the rate.`
