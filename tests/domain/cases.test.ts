import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  automaticAnswer,
  canBeReported,
  type CaseAct,
  CASE_DAYS,
  CASE_REASONS,
  CASE_STATES,
  caseStateAfter,
  caseStateAt,
  DISAGREE_DAYS,
  disagreeUntil,
  isCaseActPossible,
  recordAnswers,
} from '#domain/cases.ts'
import { addDays, dayOf, daysBetween } from '#domain/dates.ts'
import { JOB_STATES, OUTCOMES } from '#domain/words.ts'

const SYDNEY = 'Australia/Sydney'
const TODAY = '2026-11-17'
const outcome = fc.option(fc.constantFrom(...OUTCOMES))
const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })

describe('a collection that a customer can report', () => {
  it('has an outcome, whatever it is, even while its week is still on', () => {
    for (const recorded of OUTCOMES)
      expect(canBeReported({ state: 'done', outcome: recorded, to: '2026-11-22' }, TODAY)).toBe(true)
  })

  it('or its week is over, and nobody came', () => {
    expect(canBeReported({ state: 'planned', outcome: null, to: '2026-11-16' }, TODAY)).toBe(true)
    expect(canBeReported({ state: 'planned', outcome: null, to: TODAY }, TODAY)).toBe(false)
    expect(canBeReported({ state: 'shifted', outcome: null, to: '2026-11-16' }, TODAY)).toBe(false)
  })

  it('is at most a year old, and never a coming one without an outcome', () => {
    fc.assert(
      fc.property(fc.constantFrom(...JOB_STATES), outcome, fc.integer({ min: -800, max: 60 }), (state, known, days) => {
        const can = canBeReported({ state, outcome: known, to: addDays(TODAY, days) }, TODAY)
        if (days < -CASE_DAYS) expect(can).toBe(false)
        if (can && known === null) expect(days).toBeLessThan(0)
        if (known !== null && days >= -CASE_DAYS) expect(can).toBe(true)
      }),
    )
  })
})

describe('the automatic answer', () => {
  it('is given to “missed” where the driver recorded Not out with a time, and to nothing else', () => {
    const given = CASE_REASONS.flatMap((reason) =>
      OUTCOMES.filter((recorded) => recordAnswers(reason, { outcome: recorded, doneAt: new Date(0) })).map(
        (recorded) => `${reason} ${recorded}`,
      ),
    )
    expect(given).toEqual(['missed NOT_OUT'])
    expect(recordAnswers('missed', { outcome: 'NOT_OUT', doneAt: null })).toBe(false)
    expect(recordAnswers('missed', { outcome: null, doneAt: new Date(0) })).toBe(false)
  })

  it('is given once for a record: the days to disagree don’t start again, and who disagreed is heard', () => {
    expect(automaticAnswer([], 'a')).toBe('record')
    expect(automaticAnswer([{ outcomeEventID: 'a', disagreed: false }], 'a')).toBe('over')
    expect(automaticAnswer([{ outcomeEventID: 'a', disagreed: true }], 'a')).toBe('office')
    expect(automaticAnswer([{ outcomeEventID: 'a', disagreed: false }], 'b')).toBe('record')
    const earlier = fc.array(fc.record({ outcomeEventID: fc.constantFrom('a', 'b', null), disagreed: fc.boolean() }))
    fc.assert(
      fc.property(earlier, fc.constantFrom('a', 'b', null), (before, eventID) => {
        const sameBefore = before.some(({ outcomeEventID }) => outcomeEventID === eventID)
        expect(automaticAnswer(before, eventID) === 'record').toBe(!sameBefore)
      }),
    )
  })
})

describe('the days to disagree', () => {
  it('end with the tenth business day after the answer, whatever its hour, over both clock changes', () => {
    expect(disagreeUntil(new Date('2026-11-09T21:00:00Z'), SYDNEY).toISOString()).toBe('2026-11-20T13:00:00.000Z')
    fc.assert(
      fc.property(instant, (answeredAt) => {
        const until = disagreeUntil(answeredAt, SYDNEY)
        const lastDay = dayOf(new Date(until.getTime() - 1), SYDNEY)
        expect(daysBetween(dayOf(answeredAt, SYDNEY), lastDay)).toBe(DISAGREE_DAYS)
        expect(dayOf(until, SYDNEY)).toBe(addDays(lastDay, 1))
      }),
    )
  })

  it('leave an open case open for ever, and close an answered one by themselves', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CASE_STATES), fc.option(instant), instant, (state, until, now) => {
        const at = caseStateAt({ state, disagreeUntil: until }, now)
        expect(at).toBe(state === 'answered' && until !== null && now >= until ? 'closed' : state)
        if (at === 'answered' && until !== null) {
          expect(caseStateAt({ state, disagreeUntil: until }, until)).toBe('closed')
        }
      }),
    )
  })
})

describe('what can be done with a case', () => {
  const ACTS: readonly CaseAct[] = ['add', 'disagree', 'answer', 'close']

  it('is everything but disagreeing without an answer, and nothing once it is closed', () => {
    const possible = (state: (typeof CASE_STATES)[number]) => ACTS.filter((act) => isCaseActPossible(act, state))
    expect(possible('open')).toEqual(['add', 'answer', 'close'])
    expect(possible('answered')).toEqual(ACTS)
    expect(possible('closed')).toEqual([])
  })

  it('after any sequence of acts: the office’s turn after the customer’s words, the customer’s after an answer', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ACTS)), (acts) => {
        let state: (typeof CASE_STATES)[number] = 'open'
        for (const act of acts) {
          if (!isCaseActPossible(act, state)) continue
          const before: (typeof CASE_STATES)[number] = state
          state = caseStateAfter(act)
          expect(before).not.toBe('closed')
          if (act === 'add' || act === 'disagree') expect(state).toBe('open')
          if (act === 'answer') expect(isCaseActPossible('disagree', state)).toBe(true)
          if (act === 'close') expect(ACTS.some((next) => isCaseActPossible(next, state))).toBe(false)
        }
      }),
    )
  })
})
