import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALERT_KINDS,
  alertWords,
  backupFailed,
  type BackupFacts,
  backupStale,
  CALENDAR_DAYS,
  CALENDAR_ENDED,
  calendarEnding,
  maintenanceFailed,
  DISK_SHORT_BYTES,
  diskIsShort,
  mailIsStuck,
} from '#domain/alerts.ts'
import { addDays } from '#domain/dates.ts'

const NOW = new Date('2026-11-11T22:00:00Z')
const HOUR = 3_600_000
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)
const good = (hours: number): BackupFacts => ({ startedAt: ago(hours + 0.1), endedAt: ago(hours), failed: false })
const bad = (hours: number): BackupFacts => ({ startedAt: ago(hours + 0.1), endedAt: ago(hours), failed: true })
const cutOff = (hours: number): BackupFacts => ({ startedAt: ago(hours), endedAt: null, failed: false })

describe('a backup', () => {
  it('has failed when the last one that was started has failed', () => {
    expect(backupFailed([good(30), bad(6)], NOW)).toBe(true)
    expect(backupFailed([bad(30), good(6)], NOW)).toBe(false)
    expect(backupFailed([], NOW)).toBe(false)
  })

  it('that is still running is no failure yet; one that never ended has failed', () => {
    expect(backupFailed([bad(20), cutOff(1)], NOW)).toBe(true)
    expect(backupFailed([good(20), cutOff(1)], NOW)).toBe(false)
    expect(backupFailed([good(20), cutOff(7)], NOW)).toBe(true)
  })

  it('is stale when there was no good one for 36 hours, once the first was due', () => {
    expect(backupStale([good(35)], ago(500), NOW)).toBe(false)
    expect(backupStale([good(37), bad(1)], ago(500), NOW)).toBe(true)
    expect(backupStale([], ago(35), NOW)).toBe(false)
    expect(backupStale([], ago(37), NOW)).toBe(true)
  })

  it('that succeeds ends both alerts, whatever came before and in whatever order the backups are read', () => {
    const before = fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(good, bad, cutOff))
        .map(([hours, make]) => make(hours)),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(before, (diary) => {
        expect([backupFailed([...diary, good(0)], NOW), backupStale([...diary, good(0)], ago(900), NOW)]).toEqual([
          false,
          false,
        ])
        expect(backupFailed(diary.toReversed(), NOW)).toBe(backupFailed(diary, NOW))
        expect(backupStale(diary.toReversed(), ago(900), NOW)).toBe(backupStale(diary, ago(900), NOW))
      }),
    )
  })
})

describe('a mail and the disk', () => {
  it.each([
    ['queued', 0.9, false],
    ['queued', 1.1, true],
    ['failed', 0.1, true],
    ['failed', 8 * 24, false],
    ['sent', 100, false],
    ['kept', 100, false],
  ] as const)('a mail %s for %d hours: stuck %s', (state, hours, stuck) => {
    expect(mailIsStuck({ state, createdAt: ago(hours) }, NOW)).toBe(stuck)
  })

  it('the disk is short below 1 GB, and no longer short only when a quarter more than that is free', () => {
    expect([
      diskIsShort(DISK_SHORT_BYTES - 1, false),
      diskIsShort(DISK_SHORT_BYTES, false),
      diskIsShort(DISK_SHORT_BYTES, true),
      diskIsShort(2 * DISK_SHORT_BYTES, true),
    ]).toEqual([true, false, true, false])
  })

  it('the nightly clean-up is reported when it failed last, or was not done for 36 hours while a server ran', () => {
    const facts = { doneAt: ago(20), failedAt: null, watchedSince: ago(500) }
    expect(maintenanceFailed(facts, NOW)).toBe(false)
    expect(maintenanceFailed({ ...facts, failedAt: ago(1) }, NOW)).toBe(true)
    expect(maintenanceFailed({ ...facts, failedAt: ago(21) }, NOW)).toBe(false)
    expect(maintenanceFailed({ ...facts, doneAt: ago(37) }, NOW)).toBe(true)
    expect(maintenanceFailed({ ...facts, doneAt: ago(37), watchedSince: ago(35) }, NOW)).toBe(false)
    expect(maintenanceFailed({ doneAt: null, failedAt: null, watchedSince: ago(37) }, NOW)).toBe(true)
    expect(maintenanceFailed({ doneAt: null, failedAt: null, watchedSince: null }, NOW)).toBe(false)
  })

  it('the end of the calendar is reported from 90 days before, again once it is past, never without a calendar', () => {
    expect(calendarEnding(null, '2026-11-10')).toBe(null)
    fc.assert(
      fc.property(fc.integer({ min: -800, max: 800 }), (left) => {
        const expected = left > CALENDAR_DAYS ? null : left >= 0 ? '' : CALENDAR_ENDED
        expect(calendarEnding(addDays('2026-11-10', left), '2026-11-10')).toBe(expected)
      }),
    )
    expect(alertWords('calendar-ending', { subject: CALENDAR_ENDED }).title).toBe('The calendar has ended')
  })

  it('every alert says in plain words what is wrong and what to do', () => {
    for (const kind of ALERT_KINDS) {
      const { title, advice } = alertWords(kind, { name: 'Dan Green' })
      expect(title.length).toBeLessThan(80)
      expect(advice).toMatch(/\. /)
    }
    expect(alertWords('phone-silent', { name: 'Dan Green' }).title).toContain('Dan Green')
    expect(alertWords('phone-silent', { name: 'Dan Green', hasDevice: false }).title).toBe(
      'No contact with Dan Green for a day',
    )
    expect(alertWords('phone-silent', { name: 'Dan Green', hasDevice: false }).advice).not.toMatch(/sign it out/)
    expect(alertWords('phone-silent', { name: 'Dan Green', records: 12 }).title).toBe(
      'Dan Green’s phone with 12 records not sent yet hasn’t connected for a day',
    )
    expect(alertWords('phone-silent', { name: 'Dan Green', records: 1 }).advice).toMatch(/^It is only on that phone/)
    expect(alertWords('autopay-paused', { subject: 'a-customer a-method expired' }).advice).toMatch(
      /^The card has expired\. /,
    )
    expect(alertWords('records-missing').advice).toMatch(/choose Mark resolved/)
    expect(alertWords('records-missing', { name: 'Dan Green', records: 2 }).title).toBe(
      '2 records from Dan Green’s phone didn’t arrive',
    )
  })
})
