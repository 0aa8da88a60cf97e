import { setTimeout as pause } from 'node:timers/promises'
import { deleteRun, generateRun } from '#contract/v1/runs-office.ts'
import { askAt } from '../../fixtures/business-on-disk.ts'
import { median } from '../support/figures.ts'
import { type Call, CALLS, requestOf } from './calls.ts'
import type { Known } from './known.ts'
import { tokenOf } from './world/office.ts'

/** A server on one world. */
export interface Side {
  readonly origin: string
  readonly known: Omit<Known, 'draftID'>
}

const WARM = 2
const TIMES = 9
/** A call that takes this long is timed less often. */
const LONG_MS = 2_000

const tokenFor = ({ known }: Side, as: Call['as']) => tokenOf(as, as === 'customer' ? known.session : 0)

/** ms of the middle one, at one connection, by call. The sides take turns call by call, so that a busy moment of the machine affects both. */
export async function measureCalls(sides: readonly Side[]): Promise<{ took: Map<string, number[]>; drafts: string[] }> {
  const measured = new Map<string, number[]>([['generating a run', []]])
  const drafts: string[] = []
  for (const side of sides) {
    const { took, draftID } = await generating(side)
    measured.get('generating a run')!.push(took)
    drafts.push(draftID)
  }
  for (const call of CALLS) {
    const took: number[] = []
    for (const [at, side] of sides.entries()) took.push(await timed(side, call, drafts[at]!))
    measured.set(call.name, took)
    console.error(`${call.name}: ${took.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}`)
  }
  return { took: measured, drafts }
}

/** The draft of the next week made and deleted again, and at last kept for the calls that need one. */
async function generating(side: Side): Promise<{ took: number; draftID: string }> {
  const ask = askAt(side.origin)
  const token = tokenFor(side, 'admin')
  const took: number[] = []
  for (;;) {
    const began = performance.now()
    const { runOrderID } = await ask(generateRun, side.known.next, token)
    took.push(performance.now() - began)
    if (took.length > WARM + 2) return { took: median(took.slice(WARM)), draftID: runOrderID }
    await ask(deleteRun, { runOrderID }, token)
  }
}

async function timed(side: Side, call: Call, draftID: string): Promise<number> {
  const known: Known = { ...side.known, draftID }
  const headers: Record<string, string> = {}
  let cursor = {}
  const took: number[] = []
  for (let turn = 0; turn < WARM + TIMES; turn += 1) {
    const request = requestOf(call, known, turn, cursor)
    const began = performance.now()
    const answer = await send(side, call.as, request, headers)
    const ms = performance.now() - began
    const expected = call.again === 'unchanged' && turn > 0 ? 304 : call.endpoint.status
    if (answer.status !== expected) throw new Error(`${call.name}: ${answer.status} ${answer.text.slice(0, 300)}`)
    if (call.again === 'unchanged' && answer.etag !== null) headers['if-none-match'] = answer.etag
    if (call.again === 'poll') cursor = { since: (JSON.parse(answer.text) as { cursor: string }).cursor }
    if (turn >= WARM) took.push(ms)
    if (took.length >= 3 && ms > LONG_MS) break
  }
  return median(took)
}

async function send(
  side: Side,
  as: Call['as'],
  request: ReturnType<typeof requestOf>,
  headers: Record<string, string>,
) {
  const answer = await fetch(side.origin + request.path, {
    method: request.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${tokenFor(side, as)}`,
      cookie: 'XSRF-TOKEN=bench',
      'x-xsrf-token': 'bench',
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
}

export const ADMINS = 8
const DEAREST = [
  'preview of a run',
  'phones of a run',
  'all exceptions',
  'run',
  'preview of completing',
  'incomes',
  'invoices',
  'preview of a reminder',
]

/** Eight admins, each with the dearest calls one after the other, in another order. */
export async function allAtOnce(side: Side, draftID: string, forMs: number): Promise<void> {
  const calls = CALLS.filter(({ name }) => DEAREST.includes(name))
  const until = performance.now() + forMs
  await Promise.all(
    Array.from({ length: ADMINS }, async (_, first) => {
      for (let turn = first; performance.now() < until; turn += 1) {
        const call = calls[turn % calls.length]!
        const answer = await send(side, 'admin', requestOf(call, { ...side.known, draftID }, turn), {})
        if (answer.status !== 200) throw new Error(`${call.name}: ${answer.status} ${answer.text.slice(0, 300)}`)
        await pause(1)
      }
    }),
  )
}
