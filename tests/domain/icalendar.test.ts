import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates.ts'
import { type CalendarEntry, escapedText, folded, writeCalendar } from '#domain/icalendar.ts'
import { pythonWithIcalendar, readByIcalJs, readByPython } from '../support/icalendar-readers.ts'

const python = pythonWithIcalendar()

const entry = (changes: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: '019ab-2026-11-2@019ac',
  sequence: 3,
  changedAt: new Date('2026-11-10T09:08:07.654Z'),
  from: '2026-11-09',
  to: '2026-11-15',
  summary: 'No pickup',
  description: '',
  ...changes,
})
/** Readers take the text of X-WR-CALNAME as it is. */
const NAME = 'Grüne Säcke – Nguyễn & Söhne collections – a name that is too long for one line'
const written = (entries: readonly CalendarEntry[], name = 'Bagrun collections') =>
  writeCalendar({ name, refresh: 'PT12H', entries })

/** What the reader must find: only line breaks and control characters are changed by writing. */
const asRead = (text: string) => text.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ')

/** Texts with all that means something in the format, and characters of one to four octets. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('\\', ';', ',', '\n', '\r\n', '"', ':', ' ', 'END:VEVENT', '\\n', 'ß', '–', 'ế', '🗑️', '\t'),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
  // Neither reader keeps spaces at the ends of what it reads from a property with nothing else.
  .filter((text) => text.trim() === text)
const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count))
const entries = fc.record({
  uid: fc.uuid(),
  sequence: fc.nat(100_000),
  changedAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  from: days,
  length: fc.integer({ min: 0, max: 13 }),
  summary: texts,
  description: texts,
})

describe('a calendar in the iCalendar format', () => {
  it('is written as RFC 5545 has it', () => {
    expect(written([entry({ description: 'Two lines\nwith; a, comma' })]).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Bagrun//Collections//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Bagrun collections',
      'X-WR-CALNAME:Bagrun collections',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'X-PUBLISHED-TTL:PT12H',
      'BEGIN:VEVENT',
      'UID:019ab-2026-11-2@019ac',
      'DTSTAMP:20261110T090807Z',
      'LAST-MODIFIED:20261110T090807Z',
      'SEQUENCE:3',
      'DTSTART;VALUE=DATE:20261109',
      'DTEND;VALUE=DATE:20261116',
      'SUMMARY:No pickup',
      'DESCRIPTION:Two lines\\nwith\\; a\\, comma',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('has no line of more than 75 octets, and unfolds to what was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const line = escapedText(text)
        const lines = folded(line).split('\r\n')
        for (const [at, part] of lines.entries()) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
          if (at > 0) expect(part.startsWith(' ')).toBe(true)
        }
        expect(lines.map((part, at) => (at === 0 ? part : part.slice(1))).join('')).toBe(line)
      }),
    )
    expect(folded('a'.repeat(75))).toBe('a'.repeat(75))
    expect(folded('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`)
    // Two octets each: the 38th would be the 76th octet.
    expect(folded('ß'.repeat(38))).toBe(`${'ß'.repeat(37)}\r\n ß`)
  })

  it('is read by ical.js as it was meant, whatever its texts say', () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 4 }), (list) => {
        const meant = list.map(({ length, ...rest }) => ({ ...rest, to: addDays(rest.from, length) }))
        expect(readByIcalJs(written(meant, NAME))).toEqual(expected(meant, NAME))
      }),
    )
  })

  it.skipIf(python === null)('and by Debian’s python3-icalendar', () => {
    const [list] = fc.sample(fc.array(entries, { minLength: 300, maxLength: 300 }), { numRuns: 1, seed: 20_261_123 })
    // Its version 4 reads an escaped backslash before an n as a line break.
    const without = (text: string) => text.replaceAll('\\', '/')
    const meant = list!.map(({ length, summary, description, ...rest }) => ({
      ...rest,
      summary: without(summary),
      description: without(description),
      to: addDays(rest.from, length),
    }))
    expect(readByPython(python!, written(meant, NAME))).toEqual(expected(meant, NAME))
  })
})

function expected(meant: readonly CalendarEntry[], name: string) {
  return {
    name: asRead(name),
    entries: meant.map(({ uid, sequence, changedAt, from, to, summary, description }) => ({
      uid,
      sequence,
      summary: asRead(summary),
      description: asRead(description),
      start: from,
      end: addDays(to, 1),
      status: 'CONFIRMED',
      transp: 'TRANSPARENT',
      changed: `${changedAt.toISOString().slice(0, 19)}Z`,
    })),
  }
}
