import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showClock, showDayAndTime, showLastMinute, showUsualTime } from '#domain/clock-words.ts'
import { addDays, instantAt, timeOf, weekdayOf } from '#domain/dates.ts'
import { usualTime } from '#domain/usual-time.ts'

const SYDNEY = 'Australia/Sydney'
/** Tuesday 10/11/2026 and the same weekday of earlier weeks, at these times. */
const tuesdays = (...times: string[]) =>
  times.map((time, at) => instantAt(addDays('2026-11-10', -28 * at), time, SYDNEY))

describe('the usual time of a collection', () => {
  it('is the weekday and the middle half of the times, widened to an hour', () => {
    expect(usualTime(tuesdays('10:05', '09:43', '10:17', '08:02', '11:59'), SYDNEY)).toEqual({
      weekday: 2,
      from: 570,
      to: 630,
    })
  })

  it('needs three collections', () => {
    expect(usualTime(tuesdays('10:05', '09:43'), SYDNEY)).toBeNull()
    expect(usualTime(tuesdays('10:05', '09:43', '10:17'), SYDNEY)).not.toBeNull()
  })

  it('needs a weekday of more than half of them, whose times count', () => {
    const wednesdays = tuesdays('15:00', '15:10').map((at) => new Date(at.getTime() + 86_400_000))
    expect(usualTime([...tuesdays('10:00', '10:20'), ...wednesdays], SYDNEY)).toBeNull()
    expect(usualTime([...tuesdays('10:00', '10:20', '10:40'), ...wednesdays], SYDNEY)).toEqual({
      weekday: 2,
      from: 590,
      to: 650,
    })
  })

  it('is at least an hour, and of the latest twelve', () => {
    expect(usualTime(tuesdays('09:40', '09:40', '09:40'), SYDNEY)).toEqual({ weekday: 2, from: 550, to: 610 })
    const twelve = Array.from({ length: 12 }, () => '09:40')
    expect(usualTime(tuesdays(...twelve, '17:00', '17:00'), SYDNEY)).toEqual({ weekday: 2, from: 550, to: 610 })
  })

  it('is of the business’s time zone, on both sides of a clock change', () => {
    const times = ['2026-09-28', '2026-10-05', '2026-10-12'].map((day) => instantAt(day, '07:30', SYDNEY))
    expect(usualTime(times, SYDNEY)).toEqual({ weekday: 1, from: 420, to: 480 })
    expect(usualTime(times, 'Pacific/Auckland')?.from).not.toBe(420)
  })

  const anyTimes = fc.array(
    fc.record({ week: fc.nat({ max: 60 }), day: fc.nat({ max: 6 }), minute: fc.nat({ max: 1439 }) }),
    { maxLength: 12 },
  )
  const datesOf = (times: readonly { week: number; day: number; minute: number }[]) =>
    times.map(({ week, day, minute }) =>
      instantAt(
        addDays('2025-06-02', week * 7 + day),
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
        'UTC',
      ),
    )

  it('leaves out at most a quarter of its weekday’s times on each side, whatever their order', () => {
    fc.assert(
      fc.property(anyTimes, (times) => {
        const dates = datesOf(times)
        const found = usualTime(dates, 'UTC')
        expect(usualTime(dates.toReversed(), 'UTC')).toEqual(found)
        const days = times.map(({ day }) => day + 1)
        const most = [1, 2, 3, 4, 5, 6, 7].find((day) => days.filter((one) => one === day).length * 2 > days.length)
        if (times.length < 3 || most === undefined) return void expect(found).toBeNull()
        expect(found).toMatchObject({ weekday: most })
        const { from, to } = found!
        const minutes = times.filter(({ day }) => day + 1 === most).map(({ minute }) => minute)
        expect([from % 10, to % 10]).toEqual([0, 0])
        expect(to - from).toBeGreaterThanOrEqual(60)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(1440)
        if (to - from === 60) return
        expect(from).toBeGreaterThan(Math.min(...minutes) - 10)
        expect(to).toBeLessThanOrEqual(Math.max(...minutes) + 10)
        const outside = (some: (minute: number) => boolean) => minutes.filter(some).length
        expect(outside((minute) => minute < from)).toBeLessThanOrEqual(Math.ceil(minutes.length / 4))
        expect(outside((minute) => minute > to)).toBeLessThanOrEqual(Math.ceil(minutes.length / 4))
      }),
    )
  })
})

describe('times in words', () => {
  it('are as people say them', () => {
    expect(showUsualTime({ weekday: 2, from: 580, to: 620 })).toBe('Tuesday, 9:40–10:20 am')
    expect(showUsualTime({ weekday: 7, from: 700, to: 770 })).toBe('Sunday, 11:40 am – 12:50 pm')
    expect(showUsualTime({ weekday: 1, from: 1430, to: 1440 })).toBe('Monday, 11:50 pm – 12:00 am')
    expect([showClock('00:05'), showClock('12:00'), showClock('18:30')]).toEqual(['12:05 am', '12:00 pm', '6:30 pm'])
    expect(showDayAndTime('2026-11-09', '06:00')).toBe('Mon 09/11/2026, 6:00 am')
    expect(showLastMinute('2026-11-08T13:00:00Z', SYDNEY)).toBe('Sun 08/11/2026, 11:59 pm')
  })

  it('are of the time zone', () => {
    expect(timeOf(new Date('2026-11-09T23:05:59Z'), SYDNEY)).toBe('10:05')
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.nat({ max: 1439 }), (days, minute) => {
        const day = addDays('2020-01-01', days)
        const time = new Date(minute * 60_000).toISOString().slice(11, 16)
        expect(timeOf(instantAt(day, time, 'Australia/Brisbane'), 'Australia/Brisbane')).toBe(time)
        expect(weekdayOf(day)).toBeGreaterThan(0)
      }),
    )
  })
})
