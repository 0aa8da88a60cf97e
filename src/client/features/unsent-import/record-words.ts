import { type CustomerServiceType, EVENT_TYPES, OUTCOMES } from '#domain/words.ts'
import { doneText, extrasText } from '#client/shells/done-text.ts'
import { OUTCOME_WORDS, outcomeWords } from '#client/shells/outcomes.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { ReadIn } from './use-unsent-import.ts'

const CODE_WORDS = sentences({
  photo_not_uploaded: 'The photo is missing from the file.',
  photo_damaged: 'The photo in the file is incomplete.',
  event_differs: 'The office already has a different version of this record.',
})

interface Needs {
  timeZone: string
  /** The file's events, because an undo is described by what it undid. */
  events: readonly unknown[]
}

/** The readable content of a file's event, in the words of a stop's history: "Done, 2 bags, extra $10.00". */
export function recordWords(
  { timeZone, events }: Needs,
  event: unknown,
  serviceType: CustomerServiceType | null,
): string {
  const { type, pu, outcome, notes, takenAt, undoes } = fieldsOf(event)
  const known = EVENT_TYPES.find((one) => one === type)
  switch (known) {
    case 'done':
      return [doneText({ serviceType, pu: typeof pu === 'number' ? pu : 0 }), ...extras(event)].join(', ')
    case 'bag-mt':
      return [outcomeWords('EMPTY', serviceType), ...extras(event)].join(', ')
    case 'not-collected': {
      const why = OUTCOMES.find((one) => one === outcome)
      return why === undefined || why === 'COLLECTED' || why === 'EMPTY'
        ? t('Unknown record')
        : [t('Could not collect: {{outcome}}', { outcome: t(OUTCOME_WORDS[why]) }), ...extras(event)].join(', ')
    }
    case 'note':
      return t('Note: {{note}}', { note: String(notes ?? '') })
    case 'photo': {
      const taken = businessTime(takenAt, timeZone)
      return taken === null ? t('Photo') : t('Photo taken {{time}}', { time: taken.time })
    }
    case 'undo': {
      const undone = events.find((one) => fieldsOf(one).eventID === undoes)
      return undone === undefined || fieldsOf(undone).type === 'undo'
        ? t('Undone')
        : t('Undone: {{what}}', { what: recordWords({ timeZone, events }, undone, serviceType) })
    }
    case undefined:
      return t('Unknown record')
  }
}

/** When it was recorded, by the phone's clock in the business's time zone; null where the file has no time. */
export function recordedWords({ timeZone }: Needs, event: unknown): string | null {
  const at = businessTime(fieldsOf(event).occurredAt, timeZone)
  return at === null ? null : t('Recorded {{time}}', { time: `${at.day} ${at.time}` })
}

/** The reason of the result; null where the result is self-explanatory. */
export function whyWords({ result, code, message }: ReadIn['verdict']): string | null {
  if (code === 'photo_not_uploaded' || code === 'photo_damaged' || code === 'event_differs') return t(CODE_WORDS[code])
  if (message === undefined) return null
  return result === 'applied' ? t('Counted. {{message}}', { message }) : message
}

type Field = 'type' | 'eventID' | 'pu' | 'outcome' | 'extraAmount' | 'notes' | 'takenAt' | 'undoes' | 'occurredAt'

/** AUD dollars; a larger amount is invalid, as the server's answer beside it states. */
const SAYABLE = 1_000_000

/** The file may have been edited, so a field may contain anything. */
function fieldsOf(event: unknown): Partial<Record<Field, unknown>> {
  return Object(event) as Partial<Record<Field, unknown>>
}

function extras(event: unknown): string[] {
  const { extraAmount, notes } = fieldsOf(event)
  return extrasText({ extraAmount: Number(extraAmount) <= SAYABLE ? extraAmount : undefined, notes })
}

function businessTime(instant: unknown, timeZone: string): { day: string; time: string } | null {
  const at = typeof instant === 'string' ? new Date(instant) : null
  if (at === null || Number.isNaN(at.getTime())) return null
  const say = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-AU', { ...parts, timeZone }).format(at)
  return {
    day: say({ day: '2-digit', month: '2-digit', year: 'numeric' }),
    time: say({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
}
