import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actOn, type CustomerWeek, isMovedToNext, isOver, isUnderWay, nextCollection } from '#domain/customer-week.ts'
import { addDays, instantAt } from '#domain/dates.ts'
import { noticeInForce } from '#domain/notice.ts'
import { requestableWeeks } from '#domain/pickup-requests.ts'
import { isPutOut, putOutBy } from '#domain/put-out.ts'
import { SCHEDULE_STATES } from '#domain/schedules.ts'
import { settingClash } from '#domain/settings.ts'
import { withNoticeIn } from '#domain/mails/collection-reminder.ts'

const SYDNEY = 'Australia/Sydney'
const week = (changes: Partial<CustomerWeek> = {}): CustomerWeek => ({
  from: '2026-11-09',
  to: '2026-11-15',
  cutoff: '2026-11-08T13:00:00Z',
  state: 'upcoming',
  ...changes,
})
const before = { now: new Date('2026-11-08T12:59:59Z'), today: '2026-11-08' }
const after = { now: new Date('2026-11-08T13:00:00Z'), today: '2026-11-09' }

describe('what a customer can do about a week', () => {
  it('is to skip it until the cut-off, and to tell the driver until the week is over', () => {
    expect([actOn(week(), before), actOn(week(), after)]).toEqual(['skip', 'tell'])
    expect(actOn(week(), { ...after, today: '2026-11-15' })).toBe('tell')
    expect(actOn(week(), { ...after, today: '2026-11-16' })).toBeNull()
  })

  it('is to undo a no pickup until the cut-off, a late one never', () => {
    const skipped = week({ state: 'skipped', noPickupID: 'n' })
    expect([actOn(skipped, before), actOn(skipped, after)]).toEqual(['undo', null])
    expect(actOn({ ...skipped, late: true }, before)).toBeNull()
  })

  it('is to withdraw a request that no run has taken, and after the cut-off to tell the driver', () => {
    const requested = week({ pickupRequestID: 'r' })
    expect([actOn(requested, before), actOn(requested, after)]).toEqual(['withdraw', 'tell'])
  })

  it('is nothing once there is an outcome', () => {
    expect(actOn(week({ outcome: 'NOT_OUT', state: 'missed' }), after)).toBeNull()
  })

  it('is nothing in a week in which the driver did not come, which is over once the run is completed', () => {
    const missed = week({ state: 'not-reached' })
    expect(isOver(missed, missed.from)).toBe(true)
    expect(actOn(missed, before)).toBeNull()
    const [moved, next] = [
      { yearNumber: 2026, monthNumber: 12, weekNumber: 2 },
      { yearNumber: 2027, monthNumber: 1, weekNumber: 2 },
    ]
    const told = { state: 'not-reached', shiftedTo: moved } as const
    expect([isMovedToNext(told, moved), isMovedToNext(told, next), isMovedToNext(told, null)]).toEqual([
      true,
      false,
      false,
    ])
    expect(isMovedToNext({ ...told, state: 'shifted' }, moved)).toBe(false)
  })

  it('is nothing in a week that is over, and only a planned week is told about', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCHEDULE_STATES),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: -20, max: 20 }),
        (state, hasNo, late, days) => {
          const one = week({ state, ...(hasNo ? { noPickupID: 'n', late } : {}) })
          const today = addDays('2026-11-09', days)
          const act = actOn(one, { now: instantAt(today, '12:00', SYDNEY), today })
          if (isOver(one, today)) expect(act).toBeNull()
          if (act === 'skip' || act === 'undo') expect(days).toBeLessThan(0)
          if (act === 'tell') expect([state, hasNo]).toEqual(['upcoming', false])
          if (act === 'undo') expect(late).toBe(false)
        },
      ),
    )
  })
})

describe('the next collection', () => {
  it('is the first planned week that is not over', () => {
    const weeks = [
      week({ from: '2026-11-02', to: '2026-11-08' }),
      week({ state: 'skipped' }),
      week({ outcome: 'COLLECTED' }),
      week({ from: '2026-12-07', to: '2026-12-13' }),
    ]
    expect(nextCollection(weeks, '2026-11-09')?.from).toBe('2026-12-07')
    expect(nextCollection(weeks, '2026-11-08')?.from).toBe('2026-11-02')
    expect(nextCollection([], '2026-11-09')).toBeNull()
  })
})

describe('a run on its way', () => {
  const heard = new Date('2026-11-10T23:05:00Z')
  const run = { stops: 49, done: 31, lastHeardAt: heard }

  it('has begun, is not finished, and was heard of today in the business’s time zone', () => {
    expect(isUnderWay(run, new Date('2026-11-11T05:00:00Z'), SYDNEY)).toBe(true)
    expect(isUnderWay(run, new Date('2026-11-11T13:30:00Z'), SYDNEY)).toBe(false)
    expect(isUnderWay({ ...run, done: 0 }, heard, SYDNEY)).toBe(false)
    expect(isUnderWay({ ...run, done: 49 }, heard, SYDNEY)).toBe(false)
    expect(isUnderWay({ ...run, lastHeardAt: null }, heard, SYDNEY)).toBe(false)
  })
})

describe('when bags are put out', () => {
  it('is a time on the week’s first day, or on the day before it', () => {
    expect(putOutBy({ from: '2026-11-09' }, 'FIRST 06:00')).toEqual({ day: '2026-11-09', time: '06:00' })
    expect(putOutBy({ from: '2026-11-10' }, 'BEFORE 18:00')).toEqual({ day: '2026-11-09', time: '18:00' })
    expect(['FIRST 06:00', 'BEFORE 23:59', 'FIRST 24:00', 'first 06:00', 'MON 06:00', 'FIRST'].map(isPutOut)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('the firm’s notice', () => {
  it('is shown until the end of its last day', () => {
    const notice = { text: ' No collections on 26 January ', until: '2027-01-26' }
    expect(noticeInForce(notice, '2027-01-26')).toEqual({ text: 'No collections on 26 January', until: '2027-01-26' })
    expect(noticeInForce(notice, '2027-01-27')).toBeNull()
    expect(noticeInForce({ ...notice, until: '' }, '2027-01-01')).toBeNull()
    expect(noticeInForce({ ...notice, text: ' ' }, '2027-01-01')).toBeNull()
  })

  it('needs its last day', () => {
    expect(settingClash({}, 'notice.text', 'Closed')).toBe('Choose its last day first.')
    expect(settingClash({ 'notice.until': '2027-01-26' }, 'notice.text', 'Closed')).toBeNull()
    expect(settingClash({ 'notice.text': 'Closed' }, 'notice.until', '')).toBe('The notice needs its last day.')
    expect(settingClash({}, 'notice.until', '')).toBeNull()
  })

  it('stands in a reminder where its text says, else at its end', () => {
    expect(withNoticeIn('{notice}\nHello')).toBe('{notice}\nHello')
    expect(withNoticeIn('Hello\n')).toBe('Hello\n\n{notice}')
  })
})

describe('the weeks a customer can ask for', () => {
  const rows = [1, 2, 3, 4].map((weekNumber) => ({
    yearNumber: 2026,
    monthNumber: 11,
    weekNumber,
    from: addDays('2026-11-02', (weekNumber - 1) * 7),
    to: addDays('2026-11-08', (weekNumber - 1) * 7),
  }))
  const nothing = () => false
  const asking = {
    customer: { status: 'ACTIVE', startDate: '2025-01-01', collectionScheme: 'FLEXIBLE' },
    weeks: rows,
    today: '2026-11-05',
    isPastCutoff: ({ weekNumber }: { weekNumber: number }) => weekNumber === 1,
    isInRun: nothing,
    hasRequestIn: ({ weekNumber }: { weekNumber: number }) => weekNumber === 2,
    hasNoPickup: ({ weekNumber }: { weekNumber: number }) => weekNumber === 4,
  } as const

  it('are those before their cut-off without a stop, a request or a no pickup', () => {
    expect(requestableWeeks(asking)).toEqual({ weeks: [rows[2]], reason: null })
    expect(requestableWeeks({ ...asking, isInRun: () => true })).toEqual({
      weeks: [],
      reason: 'There’s no week to ask for at the moment. Please call us.',
    })
    expect(requestableWeeks({ ...asking, customer: { ...asking.customer, status: 'BLOCKED' } }).reason).toBe(
      'Your service is on hold. Please call us.',
    )
  })
})
