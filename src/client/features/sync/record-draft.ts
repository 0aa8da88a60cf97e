import { fromDollars } from '#domain/money.ts'
import type { NotCollectedOutcome } from '#domain/words.ts'
import type { StoredEvent } from '#client/offline/stored.ts'

/** A refused event as the form's values: texts. */
export interface RecordDraft {
  bags: string
  outcome: NotCollectedOutcome
  extra: string
  note: string
}

export function draftOf({ payload }: StoredEvent): RecordDraft {
  return {
    bags: 'pu' in payload ? String(payload.pu) : '1',
    outcome: 'outcome' in payload ? payload.outcome : 'OTHER',
    extra: 'extraAmount' in payload && payload.extraAmount ? String(payload.extraAmount) : '',
    note: 'notes' in payload ? (payload.notes ?? '') : '',
  }
}

/** The edited payload; null when a field is invalid. `edit` checks the office's own rules. */
export function payloadOf(event: StoredEvent, draft: RecordDraft): Record<string, unknown> | null {
  const notes = draft.note.trim()
  if (event.type === 'note') return notes === '' ? null : { notes }
  const extra = amountOf(draft.extra)
  if (extra === null) return null
  const extras = { ...(extra === 0 ? {} : { extraAmount: extra }), ...(notes === '' ? {} : { notes }) }
  switch (event.type) {
    case 'done': {
      const pu = Number(draft.bags.trim())
      return Number.isInteger(pu) && pu >= 1 ? { pu, ...extras } : null
    }
    case 'bag-mt':
      return extras
    case 'not-collected':
      return { outcome: draft.outcome, ...extras }
    case 'photo':
    case 'undo':
      return null
  }
}

/** AUD dollars; 0 for an empty field; null when it is no amount. */
function amountOf(text: string): number | null {
  const dollars = Number(text.replace(/[\s$]/g, '').replace(',', '.'))
  if (!Number.isFinite(dollars) || dollars < 0) return null
  try {
    fromDollars(dollars)
    return dollars
  } catch {
    return null
  }
}
