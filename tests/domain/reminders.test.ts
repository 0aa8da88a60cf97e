import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutoffOf } from '#domain/calendar.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import {
  dayAndTime,
  defaultRunAt,
  madeFrom,
  missingSender,
  REMINDER_AHEAD_DAYS,
  reminderName,
  showBusinessTime,
  showCutoff,
  whyNotReminded,
} from '#domain/reminders.ts'

const SYDNEY = 'Australia/Sydney'
const usual = (from: string) => defaultRunAt({ from }, SYDNEY, 'SUN 23:59')

describe('When a reminder is sent', () => {
  test.each([
    ['before the clocks go forward on 04/10/2026', '2026-10-05', '2026-09-29T23:00:00.000Z'],
    ['after it', '2026-10-12', '2026-10-06T22:00:00.000Z'],
    ['before the clocks go back on 04/04/2027', '2027-04-05', '2027-03-30T22:00:00.000Z'],
    ['after it', '2027-04-12', '2027-04-06T23:00:00.000Z'],
    ['where the week begins on a Tuesday', '2026-11-17', '2026-11-10T22:00:00.000Z'],
  ])('is Wednesday 9:00 of the week before, %s', (_when, from, instant) => {
    expect(usual(from).toISOString()).toBe(instant)
    expect(showBusinessTime(usual(from), SYDNEY)).toMatch(/^Wed .*, 9:00 am$/)
  })

  test('is before an early cut-off by days', () => {
    const runAt = defaultRunAt({ from: '2026-11-16' }, SYDNEY, 'WED 12:00')
    expect(showBusinessTime(runAt, SYDNEY)).toBe('Sat 07/11/2026, 9:00 am')
  })

  test('is seen by the office two days before: usually from Monday, earlier before an early cut-off', () => {
    const made = (cutoff: string) => showBusinessTime(madeFrom({ from: '2026-11-16' }, SYDNEY, cutoff), SYDNEY)
    expect(['SUN 23:59', 'WED 12:00', 'MON 00:00'].map(made)).toEqual([
      'Mon 09/11/2026, 12:00 am',
      'Thu 05/11/2026, 12:00 am',
      'Tue 03/11/2026, 12:00 am',
    ])
  })

  test('is at 9:00 there and at least a day before the cut-off, whatever week, time zone and cut-off', () => {
    const weekday = fc.constantFrom('MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN')
    const zone = fc.constantFrom(SYDNEY, 'Australia/Perth', 'Australia/Lord_Howe', 'Europe/Berlin', 'America/New_York')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 800 }),
        weekday,
        fc.constantFrom('00:00', '12:00', '23:59'),
        zone,
        (days, on, at, timeZone) => {
          const [from, cutoff] = [addDays('2026-01-05', days), `${on} ${at}`]
          const runAt = defaultRunAt({ from }, timeZone, cutoff)
          const end = cutoffOf({ from }, timeZone, cutoff)
          expect(dayAndTime(runAt, timeZone).time).toBe('09:00')
          expect(end.getTime() - runAt.getTime()).toBeGreaterThanOrEqual(24 * 3_600_000)
          const made = madeFrom({ from }, timeZone, cutoff)
          expect(daysBetween(dayAndTime(made, timeZone).day, dayAndTime(runAt, timeZone).day)).toBe(2)
          expect(daysBetween(dayAndTime(made, timeZone).day, from)).toBeLessThanOrEqual(REMINDER_AHEAD_DAYS)
        },
      ),
    )
  })

  test('ends with the last minute in which the week can be skipped', () => {
    expect(showCutoff({ from: '2026-11-16' }, SYDNEY, 'SUN 23:59')).toBe('Sunday 15 November, 11:59 pm')
    expect(showCutoff({ from: '2026-11-16' }, SYDNEY, 'FRI 00:05')).toBe('Friday 13 November, 12:05 am')
    expect(showCutoff({ from: '2026-10-05' }, SYDNEY, 'SUN 12:00')).toBe('Sunday 4 October, 12:00 pm')
  })
})

describe('Who is reminded', () => {
  const facts = { notDue: null, hasNoPickup: false, doNotRemind: false, email: 'anna@bags.example', hasOther: false }

  test('a customer who is due, has an email, and is in no other reminder of the week', () => {
    expect(whyNotReminded(facts)).toBeNull()
  })

  test('with the first reason that applies, a no pickup before all: it may have moved the customer', () => {
    expect(whyNotReminded({ ...facts, notDue: 'not_yet', hasNoPickup: true, email: null })).toBe('no_pickup')
    expect(whyNotReminded({ ...facts, notDue: 'blocked', email: null })).toBe('blocked')
    expect(whyNotReminded({ ...facts, hasOther: true, doNotRemind: true })).toBe('other_reminder')
    expect(whyNotReminded({ ...facts, doNotRemind: true, email: null })).toBe('do_not_remind')
    expect(whyNotReminded({ ...facts, email: null })).toBe('no_email')
  })
})

test('A batch is named after its week, a further one with its number', () => {
  const week = { yearNumber: 2026, monthNumber: 3, weekNumber: 2 }
  expect(reminderName({ ...week, sequenceNumber: 1 })).toBe('M-2026-03-W2')
  expect(reminderName({ ...week, sequenceNumber: 3 })).toBe('M-2026-03-W2-3')
})

test('Says which of the firm’s details are missing', () => {
  expect(
    missingSender({ legalName: 'Green Bags Pty Ltd', abn: '51824753556', phone: '', email: 'x@y.example' }),
  ).toEqual([])
  expect(missingSender({ legalName: '', abn: '', phone: '', email: '' })).toEqual([
    'legal name',
    'ABN',
    'phone or email',
  ])
})
