import { spawnSync } from 'node:child_process'
import ICAL from 'ical.js'

export { pythonWithIcalendar } from '../../src/tools/shared/outside-programs.mjs'

/** What a foreign reader finds in an entry of a calendar. */
export interface ReadEntry {
  uid: string
  summary: string
  description: string
  /** As dates without a time; with a time they are written as such, and no test expects it. */
  start: string
  /** The first day that no longer belongs to it. */
  end: string
  sequence: number
  status: string
  transp: string
  changed: string
}

export interface ReadCalendar {
  name: string
  entries: ReadEntry[]
}

/** ical.js, which Thunderbird reads calendars with. */
export function readByIcalJs(text: string): ReadCalendar {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    name: String(calendar.getFirstPropertyValue('x-wr-calname')),
    entries: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      const value = (name: string) => String(component.getFirstPropertyValue(name))
      return {
        uid: event.uid,
        summary: event.summary,
        description: event.description ?? '',
        start: event.startDate.toString(),
        end: event.endDate.toString(),
        sequence: Number(event.sequence ?? NaN),
        status: value('status'),
        transp: value('transp'),
        changed: (component.getFirstPropertyValue('dtstamp') as ICAL.Time).toString(),
      }
    }),
  }
}

const PYTHON = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
text = lambda event, name: str(event.get(name, ''))
entries = [{
  'uid': text(event, 'UID'), 'summary': text(event, 'SUMMARY'), 'description': text(event, 'DESCRIPTION'),
  'start': event.decoded('DTSTART').isoformat(), 'end': event.decoded('DTEND').isoformat(),
  'sequence': int(event.get('SEQUENCE')), 'status': text(event, 'STATUS'), 'transp': text(event, 'TRANSP'),
  'changed': event.decoded('DTSTAMP').strftime('%Y-%m-%dT%H:%M:%SZ'),
} for event in calendar.walk('VEVENT')]
print(json.dumps({'name': text(calendar, 'X-WR-CALNAME'), 'entries': entries}))
`

export function readByPython(python: string, text: string): ReadCalendar {
  const answer = spawnSync(python, ['-c', PYTHON], {
    input: text,
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  })
  if (answer.status !== 0) throw new Error(`icalendar can’t read the calendar: ${answer.stderr}`)
  return JSON.parse(answer.stdout) as ReadCalendar
}
