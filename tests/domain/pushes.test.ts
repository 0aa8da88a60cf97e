import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/dates.ts'
import {
  collectedMessage,
  collectedPushAt,
  invoiceMessage,
  isPushEndpoint,
  keepUntil,
  pushVerdict,
  pushWait,
  weekMessage,
  weekOfSubject,
  weekPushTime,
  weekSubject,
  weekToPush,
} from '#domain/pushes.ts'
import { dayAndTime } from '#domain/reminders.ts'

const SYDNEY = 'Australia/Sydney'
const MINUTE = 60_000

describe('The address of a device', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/dGVz:APA91b-x_y',
    'https://fcm.googleapis.com:443/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://api.push.apple.com/3/device/a',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d',
  ])('is accepted at a known push service: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, null)).toBe(true)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com',
    'https://fcm.googleapis.com/',
    'https://fcm.googleapis.com@evil.example/a',
    'https://user:word@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilfcm.googleapis.com/a',
    'https://a.fcm.googleapis.com/a',
    'https://evilpush.apple.com/a',
    'https://push.apple.com/a',
    'https://.push.apple.com/a',
    'https://evil.example/.push.apple.com/a',
    'https://evil.example#.push.apple.com/a',
    'https://evil.example\\.push.apple.com/a',
    'https://fcm.googleapis.com/a b',
    'https://fcm.googleapis.com/a#b',
    'https://fcm.googleapis.com./a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://localhost/a',
    ' https://fcm.googleapis.com/a',
    'https://fcm.googleapis.com/a\n',
    `https://fcm.googleapis.com/${'a'.repeat(1500)}`,
  ])('is refused elsewhere: %j', (endpoint) => {
    expect(isPushEndpoint(endpoint, null)).toBe(false)
  })

  test('is accepted at the tests’ own service only where that is set', () => {
    expect(isPushEndpoint('http://127.0.0.1:81/push/a', 'http://127.0.0.1:81')).toBe(true)
    expect(isPushEndpoint('http://127.0.0.1:815/push/a', 'http://127.0.0.1:81')).toBe(false)
    expect(isPushEndpoint('http://127.0.0.1:81/push/a', null)).toBe(false)
  })

  test('leads to a known host and port 443 whatever is written', () => {
    const part = fc.constantFrom(
      'https://', 'http://', 'fcm.googleapis.com', 'web.push.apple.com', 'evil.example', '.notify.windows.com', 'a', '.',
      '@', ':', '443', '22', '/', '\\', '#', '?', '%2f', ' ', '\t', '[', ']', '..',
    ) // prettier-ignore
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 9 }), (parts) => {
        const endpoint = parts.join('')
        if (!isPushEndpoint(endpoint, null)) return
        const url = new URL(endpoint)
        expect([url.protocol, url.port, url.username, url.password]).toEqual(['https:', '', '', ''])
        expect(url.hostname).toMatch(/^(fcm\.googleapis\.com|.+\.(push\.apple|notify\.windows)\.com)$/)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('The evening before a collection week', () => {
  test.each([
    ['before the clocks go forward on Sunday 04/10/2026', '2026-10-05', '2026-10-04T07:00:00.000Z'],
    ['on the day before that', '2026-10-04', '2026-10-03T08:00:00.000Z'],
    ['before the clocks go back on Sunday 04/04/2027', '2027-04-05', '2027-04-04T08:00:00.000Z'],
    ['on the day before that', '2027-04-04', '2027-04-03T07:00:00.000Z'],
  ])('is 18:00 there, %s', (_when, first, instant) => {
    expect(weekPushTime(first, SYDNEY).from.toISOString()).toBe(instant)
  })

  test('lasts from 18:00 to 21:00 business time in every time zone and over every clock change', () => {
    const zone = fc.constantFrom(SYDNEY, 'Australia/Perth', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Europe/Berlin')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900 }),
        zone,
        fc.integer({ min: 0, max: 1439 }),
        (days, timeZone, minute) => {
          const now = new Date(Date.parse(`${addDays('2026-01-01', days)}T00:00:00Z`) + minute * MINUTE)
          const { day, time } = dayAndTime(now, timeZone)
          expect(weekToPush(now, timeZone)).toBe(time >= '18:00' && time < '21:00' ? addDays(day, 1) : null)
        },
      ),
    )
  })

  test('is kept by the push service until the first day is over', () => {
    const now = new Date('2026-10-04T07:00:00.000Z')
    expect(keepUntil('week', now, SYDNEY, '2026-10-05').toISOString()).toBe('2026-10-05T13:00:00.000Z')
  })
})

describe('“Collected”', () => {
  const receivedAt = new Date('2026-11-10T00:00:00.000Z')
  test('is told 15 minutes after the record arrived, of a collection only', () => {
    const at = (outcome: 'COLLECTED' | 'EMPTY' | 'NOT_OUT' | null, state: 'done' | 'shifted' | 'cancelled' = 'done') =>
      collectedPushAt({ state, outcome, receivedAt })?.toISOString()
    expect(at('COLLECTED')).toBe('2026-11-10T00:15:00.000Z')
    expect([at('EMPTY'), at('NOT_OUT'), at(null), at('COLLECTED', 'shifted'), at('COLLECTED', 'cancelled')]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
    expect(collectedPushAt({ state: 'done', outcome: 'COLLECTED', receivedAt: null })).toBeNull()
  })
})

describe('An answer of a push service', () => {
  test.each([
    [201, 'sent'],
    [200, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'again'],
    [500, 'again'],
    [503, 'again'],
    [null, 'again'],
    [301, 'refused'],
    [307, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
  ] as const)('%s means %s', (status, verdict) => {
    expect(pushVerdict(status)).toBe(verdict)
  })

  test('decides when it is tried again', () => {
    const now = new Date('2026-11-10T00:00:00.000Z')
    const own = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((attempts) => pushWait(null, attempts, now) / 1000)
    expect(own).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800, 1800])
    expect(pushWait('90', 1, now)).toBe(90_000)
    expect(pushWait('Tue, 10 Nov 2026 00:02:00 GMT', 1, now)).toBe(120_000)
    expect([pushWait('0', 1, now), pushWait('Mon, 09 Nov 2026 00:00:00 GMT', 1, now)]).toEqual([30_000, 30_000])
    expect([pushWait('soon', 1, now), pushWait('999999', 1, now)]).toEqual([30_000, 21_600_000])
  })

  test('never makes it wait for less than 30 seconds or more than 6 hours', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(null), fc.string(), fc.nat().map(String)),
        fc.integer({ min: 1, max: 99 }),
        (asked, attempts) => {
          const wait = pushWait(asked, attempts, new Date('2026-11-10T00:00:00.000Z'))
          expect(wait).toBeGreaterThanOrEqual(30_000)
          expect(wait).toBeLessThanOrEqual(21_600_000)
        },
      ),
    )
  })
})

describe('What a device shows', () => {
  test('are a few words without name and address', () => {
    const week = { yearNumber: 2026, monthNumber: 11, weekNumber: 3, from: '2026-11-16' }
    expect(weekMessage(week, 'FIRST 06:00')).toEqual({
      title: 'Collection from Mon 16/11/2026',
      body: 'Please put it out by Mon 16/11/2026, 6:00 am.',
      path: '/schedules',
      tag: 'week 2026-11-3',
    })
    expect(collectedMessage('a', 1, '2026-11-10').body).toBe('1 bag, Tue 10/11/2026.')
    expect(collectedMessage('a', 3, '2026-11-10').body).toBe('3 bags, Tue 10/11/2026.')
    expect(collectedMessage('a', 0, '2026-11-10').body).toBe('Rubbish removed, Tue 10/11/2026.')
    const invoice = { invoiceID: 'i', number: 'INV-000007', dueDate: '2026-11-17', owing: 2_550 }
    expect(invoiceMessage(invoice, '2026-11-17')).toMatchObject({
      title: 'New invoice',
      body: 'INV-000007: $25.50, due by 17/11/2026.',
    })
    expect(invoiceMessage(invoice, '2026-11-18')).toMatchObject({
      title: 'Invoice overdue',
      body: 'INV-000007: $25.50, was due on 17/11/2026.',
      path: '/invoices',
    })
  })

  test('a week is found again by its subject', () => {
    const week = { yearNumber: 2026, monthNumber: 13, weekNumber: 4 }
    expect(weekOfSubject(weekSubject(week))).toEqual(week)
  })
})
