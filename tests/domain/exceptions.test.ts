import { describe, expect, it } from 'vitest'
import { type EventSituation, exceptionWords, judgeEvent, REVIEW_CODES } from '#domain/exceptions.ts'
import { JOB_STATES, RUN_STATUSES } from '#domain/words.ts'

const stop = { state: 'planned' as const, driverID: 'dan', customerCancelled: false }
const ordinary: EventSituation = {
  envelopeKnown: true,
  event: { type: 'done' },
  actor: { userID: 'dan', role: 'DRIVER' },
  run: { status: 'active' },
  stop,
}

describe('a driver’s record', () => {
  it('counts when the stop is still the driver’s', () => {
    expect(judgeEvent(ordinary)).toEqual({ effect: 'counts' })
    expect(judgeEvent({ ...ordinary, stop: { ...stop, state: 'done' } })).toEqual({ effect: 'counts' })
  })

  it.each([
    ['this server does not know its kind', { envelopeKnown: false }, 'envelope_unknown'],
    ['there is no such stop', { stop: null }, 'job_unknown'],
    ['there is no such run', { run: null, stop: null }, 'run_unknown'],
    ['the stop was re-assigned to somebody else', { stop: { ...stop, driverID: 'eve' } }, 'job_foreign'],
    ['the stop has lost its driver', { stop: { ...stop, driverID: null } }, 'job_foreign'],
    ['the stop was shifted', { stop: { ...stop, state: 'shifted' } }, 'job_shifted'],
    [
      'the customer said no pickup, and the stop was off the run',
      { stop: { ...stop, state: 'shifted', customerCancelled: true } },
      'job_skipped',
    ],
    ['the stop was removed', { stop: { ...stop, state: 'cancelled' } }, 'job_removed'],
    ['the stop was completed', { stop: { ...stop, state: 'completed' } }, 'job_completed'],
    ['the run was completed', { run: { status: 'completed' } }, 'job_completed'],
    ['the run was archived', { run: { status: 'archived' } }, 'run_archived'],
    ['the run is not active yet', { run: { status: 'draft' } }, 'run_not_active'],
    [
      'a shifted stop is somebody else’s: its fate stays untold',
      { stop: { ...stop, state: 'shifted', driverID: 'eve' } },
      'job_foreign',
    ],
  ] as const)('goes to the office when %s', (_, changes, code) => {
    expect(judgeEvent({ ...ordinary, ...changes })).toEqual({ effect: 'review', code })
  })

  it('counts, and is an exception, when the customer had cancelled but the driver was there', () => {
    const cancelled = { ...ordinary, stop: { ...stop, customerCancelled: true } }
    expect(judgeEvent(cancelled)).toEqual({ effect: 'counts', code: 'customer_cancelled' })
    expect(judgeEvent({ ...cancelled, event: { type: 'bag-mt' } })).toEqual({
      effect: 'counts',
      code: 'customer_cancelled',
    })
    expect(judgeEvent({ ...cancelled, event: { type: 'not-collected', outcome: 'NOT_OUT' } })).toEqual({
      effect: 'counts',
      code: 'customer_cancelled',
    })
  })

  it('is no exception when it also says that the customer cancelled, or has no outcome', () => {
    const cancelled = { ...ordinary, stop: { ...stop, customerCancelled: true } }
    expect(judgeEvent({ ...cancelled, event: { type: 'not-collected', outcome: 'CUSTOMER_CANCELLED' } })).toEqual({
      effect: 'counts',
    })
    for (const type of ['photo', 'note', 'undo'] as const)
      expect(judgeEvent({ ...cancelled, event: { type } })).toEqual({ effect: 'counts' })
  })

  it('may be recorded by an admin for any driver’s stop, but not against the state of the stop', () => {
    const admin = { userID: 'ann', role: 'ADMIN' as const }
    expect(judgeEvent({ ...ordinary, actor: admin })).toEqual({ effect: 'counts' })
    expect(judgeEvent({ ...ordinary, actor: admin, stop: { ...stop, state: 'shifted' } })).toEqual({
      effect: 'review',
      code: 'job_shifted',
    })
  })

  it('counts only in an active run, on a stop that is planned or done', () => {
    for (const status of RUN_STATUSES) {
      for (const state of JOB_STATES) {
        const counts = judgeEvent({ ...ordinary, run: { status }, stop: { ...stop, state } }).effect === 'counts'
        expect({ status, state, counts }).toEqual({
          status,
          state,
          counts: status === 'active' && (state === 'planned' || state === 'done'),
        })
      }
    }
  })

  it('has a sentence for every reason', () => {
    for (const code of [...REVIEW_CODES, 'customer_cancelled' as const]) expect(exceptionWords[code]).toMatch(/\.$/)
  })
})
