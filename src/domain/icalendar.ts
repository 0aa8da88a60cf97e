import { addDays, type Day } from './dates.ts'

/** Writes a calendar in the iCalendar format (RFC 5545) for subscribing. */

/** An entry of whole days. */
export interface CalendarEntry {
  /** The same for the life of the entry, whatever changes in it. */
  readonly uid: string
  /** Raised with every change. */
  readonly sequence: number
  readonly changedAt: Date
  readonly from: Day
  /** Its last day. */
  readonly to: Day
  readonly summary: string
  readonly description: string
}

interface Calendar {
  readonly name: string
  /** How often programs should read it, as an ISO 8601 duration. */
  readonly refresh: string
  readonly entries: readonly CalendarEntry[]
}

const PRODUCT = '-//Bagrun//Collections//EN'
/** Octets of a line, without the line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75

export function writeCalendar({ name, refresh, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    // Name and interval by RFC 7986, and as older programs read them.
    `NAME:${escapedText(name)}`,
    `X-WR-CALNAME:${escapedText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function entryLines({ uid, sequence, changedAt, from, to, summary, description }: CalendarEntry): string[] {
  const stamp = changedAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return [
    'BEGIN:VEVENT',
    `UID:${escapedText(uid)}`,
    // In a calendar without METHOD, both state when the entry last changed.
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    // The first day after it.
    `DTEND;VALUE=DATE:${compact(addDays(to, 1))}`,
    `SUMMARY:${escapedText(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapedText(description)}`]),
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
    'END:VEVENT',
  ]
}

const compact = (day: Day) => day.replaceAll('-', '')

/** A value of type TEXT; none of its characters can end the line or the value. */
export function escapedText(text: string): string {
  return text
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Folds a line into lines of at most 75 octets of UTF-8, without dividing a character. */
export function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > LINE_OCTETS) {
      text += '\r\n '
      // The space of a continuation line counts.
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
