import { expect, test } from 'vitest'
import { timelineTitle } from '#client/features/customers/timeline-text.ts'
import { markText } from '#client/features/pickups/stop-words.ts'
import { eventWords } from '#client/features/runs/page/event-words.ts'
import { layOut } from '#client/features/runs/page/lay-out.ts'
import { runCsv } from '#client/features/runs/run-csv.ts'
import { recordWords } from '#client/features/unsent-import/record-words.ts'
import { ownOutcomeWords } from '#client/shells/own-outcomes.ts'
import { recordText } from '#client/shells/record-text.ts'
import type { StopEvent } from '#contract/v1/stops.ts'
import { OUTCOMES } from '#domain/words.ts'
import { madeStop, stopID } from '../../fixtures/answers/run-page.ts'

const DONE: StopEvent = {
  eventID: stopID(8),
  assignmentID: stopID(1),
  deviceID: 'phone-1',
  seq: 1,
  type: 'done',
  payload: { pu: 1, extraAmount: 10 },
  payloadBytes: null,
  actorID: stopID(7),
  actor: 'Tom Reyes',
  occurredAt: '2026-11-10T01:00:00.000Z',
  receivedAt: '2026-11-10T01:00:00.000Z',
  clockOffset: 0,
  countedAt: null,
  appBuild: 'b1',
  result: 'applied',
  code: null,
  decision: null,
}
const collected = { outcome: 'COLLECTED', state: 'done' } as const
const removal = madeStop(1, { ...collected, serviceType: 'RUBBISH_REMOVAL', pu: 1 })
const bags = madeStop(2, { ...collected, pu: 3 })

test('A record of a rubbish removal names no bags, wherever the stop is known', () => {
  const needs = { timeZone: 'Australia/Sydney', events: [] }
  const flat = { type: 'done', pu: 1, extraAmount: 10 }
  expect(eventWords(DONE, removal)).toBe('Done, extra $10.00')
  expect(recordText(DONE, 'RUBBISH_REMOVAL')).toBe('Done, extra $10.00')
  expect(recordWords(needs, flat, 'RUBBISH_REMOVAL')).toBe('Done, extra $10.00')
  expect(eventWords(DONE, bags)).toBe('Done, 1 bag, extra $10.00')
  expect([recordText(DONE, 'GARDEN_BAG'), recordWords(needs, flat, null)]).toEqual([
    'Done, 1 bag, extra $10.00',
    'Done, 1 bag, extra $10.00',
  ])
})

test('No bag was empty at a rubbish removal: on the phone, in the office, in files and to the customer', () => {
  const mt = { type: 'bag-mt', payload: {} } as const
  const saidOf = (serviceType: 'GARDEN_BAG' | 'RUBBISH_REMOVAL') => {
    const stop = madeStop(1, { outcome: 'EMPTY', state: 'done', serviceType })
    const [head, line] = runCsv({ jobs: [stop], attemptFee: null }).split('\r\n')
    return [
      markText({ kind: 'bag-mt' }, serviceType),
      eventWords({ ...DONE, ...mt }, stop),
      recordText({ ...DONE, ...mt }, serviceType),
      recordWords({ timeZone: 'Australia/Sydney', events: [] }, { type: 'bag-mt' }, serviceType),
      line!.split(',')[head!.split(',').indexOf('Outcome')],
    ]
  }
  expect(new Set(saidOf('GARDEN_BAG'))).toEqual(new Set(['Bag MT']))
  expect(new Set(saidOf('RUBBISH_REMOVAL'))).toEqual(new Set(['Nothing there']))
  expect(ownOutcomeWords('EMPTY', 'GARDEN_BAG')).toBe('The bag was empty')
  for (const outcome of OUTCOMES) expect(ownOutcomeWords(outcome, 'RUBBISH_REMOVAL')).not.toMatch(/bag/i)
})

test('The office’s timeline says that rubbish was removed', () => {
  const titleOf = (pu: number, some: object = {}) =>
    timelineTitle({
      kind: 'collection',
      id: stopID(1),
      at: '2026-11-10T01:00:00.000Z',
      runOrderID: stopID(9),
      serviceType: pu === 0 ? 'RUBBISH_REMOVAL' : 'GARDEN_BAG',
      outcome: 'COLLECTED',
      pu,
      extraAmount: 0,
      driver: null,
      driverNotes: null,
      photos: 0,
      ...some,
    })
  expect([titleOf(0), titleOf(2)]).toEqual(['Rubbish removed', 'Collected 2 bags'])
  expect(titleOf(0, { outcome: 'EMPTY' })).toBe('Nothing there')
})

test('The run’s table, its rounds and its file count bags only', () => {
  const jobs = [removal, bags]
  const { items, totals } = layOut({ jobs, attemptFee: null }, { driver: '', state: '', suburb: '', text: '' }, false)
  expect(totals.bags).toBe(3)
  expect(items.flatMap((item) => (item.kind === 'round' ? [item.round.bags] : []))).toEqual([3])
  const [head, ...lines] = runCsv({ jobs, attemptFee: null }).split('\r\n')
  const column = head!.split(',').indexOf('Bags')
  expect(lines.slice(0, 2).map((line) => line.split(',')[column])).toEqual(['0', '3'])
})
