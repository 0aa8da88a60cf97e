import type { Translate } from '#client/ui/core/i18n.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { EVENT_TYPES, OUTCOMES } from '#domain/words.ts'
import type { ReadIn } from './use-unsent-import.ts'

type T = Translate<'unsentImport'>

interface Words {
  t: T
  timeZone: string
  /** The file's events, because an undo is described by what it undid. */
  events: readonly unknown[]
}

/** The readable content of a file's event, in the words of a stop's history: "Done, 2 bags, extra $10.00". */
export function recordWords({ t, timeZone, events }: Words, event: unknown): string {
  const { type, pu, outcome, notes, takenAt, undoes } = fieldsOf(event)
  const known = EVENT_TYPES.find((one) => one === type)
  switch (known) {
    case 'done':
      return [t('type_done', { count: typeof pu === 'number' ? pu : 0 }), ...extras(t, event)].join(', ')
    case 'bag-mt':
      return [t('type_bag-mt'), ...extras(t, event)].join(', ')
    case 'not-collected': {
      const why = OUTCOMES.find((one) => one === outcome)
      return why === undefined || why === 'COLLECTED' || why === 'EMPTY'
        ? t('type_unknown')
        : [t('type_not-collected', { outcome: t(why) }), ...extras(t, event)].join(', ')
    }
    case 'note':
      return t('type_note', { note: String(notes ?? '') })
    case 'photo': {
      const taken = businessTime(takenAt, timeZone)
      return taken === null ? t('type_photoBare') : t('type_photo', { time: taken.time })
    }
    case 'undo': {
      const undone = events.find((one) => fieldsOf(one).eventID === undoes)
      return undone === undefined || fieldsOf(undone).type === 'undo'
        ? t('type_undoBare')
        : t('type_undo', { what: recordWords({ t, timeZone, events }, undone) })
    }
    case undefined:
      return t('type_unknown')
  }
}

/** When it was recorded, by the phone's clock in the business's time zone; null where the file has no time. */
export function recordedWords({ t, timeZone }: Words, event: unknown): string | null {
  const at = businessTime(fieldsOf(event).occurredAt, timeZone)
  return at === null ? null : t('recorded', { time: `${at.day} ${at.time}` })
}

/** The reason of the result; null where the result is self-explanatory. */
export function whyWords(t: T, { result, code, message }: ReadIn['verdict']): string | null {
  if (code === 'photo_not_uploaded' || code === 'photo_damaged' || code === 'event_differs') return t(code)
  if (message === undefined) return null
  return result === 'applied' ? t('appliedFlagged', { message }) : message
}

type Field = 'type' | 'eventID' | 'pu' | 'outcome' | 'extraAmount' | 'notes' | 'takenAt' | 'undoes' | 'occurredAt'

/** AUD dollars; a larger amount is invalid, as the server's answer beside it states. */
const SAYABLE = 1_000_000

/** The file may have been edited, so a field may contain anything. */
function fieldsOf(event: unknown): Partial<Record<Field, unknown>> {
  return Object(event) as Partial<Record<Field, unknown>>
}

function extras(t: T, event: unknown): string[] {
  const { extraAmount, notes } = fieldsOf(event)
  return [
    ...(typeof extraAmount === 'number' && extraAmount > 0 && extraAmount <= SAYABLE
      ? [t('extra', { amount: showMoney(nearestCents(extraAmount)) })]
      : []),
    ...(typeof notes === 'string' && notes !== '' ? [`“${notes}”`] : []),
  ]
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
