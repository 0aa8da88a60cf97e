import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { decideException, type Exception } from '#contract/v1/exceptions.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Decision } from './decision-effect.tsx'

type Decide = (events: readonly Exception[], decision: Decision, reason?: string) => Promise<void>

/** Records that are about to be accepted. */
interface Question {
  readonly events: readonly Exception[]
  readonly done: () => void
}

export interface Deciding {
  readonly decide: Decide
  readonly question: Question | null
  /** Opens the question before accepting (`AcceptQuestion`). */
  readonly ask: (question: Question | null) => void
  /** The eventIDs whose decision is in progress. */
  readonly busy: ReadonlySet<string>
  readonly refused: ReadonlyMap<string, string>
}

/** Decides on one record or many. Each is a request of its own, whose refusal is shown beside its record. */
export function useDecide(): Deciding {
  const { call } = useOffice()
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [question, setQuestion] = useState<Question | null>(null)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())

  const decide: Decide = async (events, decision, reason) => {
    const ids = events.map(({ eventID }) => eventID)
    setBusy(new Set(ids))
    const why = new Map<string, string>()
    // The records are decided in the order they were recorded, so that an undo comes after the record it undoes.
    for (const eventID of ids) {
      const answer = await call(decideException, { eventID, decision, ...(reason === undefined ? {} : { reason }) })
      if (answer.kind === 'refused') why.set(eventID, answer.problem.fields?.['reason'] ?? answer.problem.message)
      else if (answer.kind !== 'ok') why.set(eventID, t('No connection to the server. Please try again.'))
    }
    setRefused((before) => new Map([...[...before].filter(([eventID]) => !ids.includes(eventID)), ...why]))
    // A refused decision means that this screen is outdated.
    await invalidateChanged(client, why.size > 0 ? { changes: 'any' } : decideException)
    setBusy(new Set())
    const done = ids.length - why.size
    if (done > 0)
      showSuccess(
        decision === 'accept'
          ? plural(done, 'Record accepted', '{{count, number}} records accepted')
          : plural(done, 'Record dismissed', '{{count, number}} records dismissed'),
      )
    if (why.size > 0)
      showFailure(
        t('An error occurred.'),
        // Decided by another person, the row has left the list with its reason.
        plural(
          why.size,
          'Couldn’t save {{count}} decision. {{reasons}}',
          'Couldn’t save {{count, number}} decisions. {{reasons}}',
          { reasons: [...new Set(why.values())].join(' ') },
        ),
      )
  }
  return { decide, question, ask: setQuestion, busy, refused }
}

/** A record, with the other open records of the same stop. */
export type ExceptionRow = Exception & { readonly records?: readonly Exception[] }

export const recordsOf = (row: ExceptionRow): readonly Exception[] => row.records ?? [row]

/** Groups the open records of a stop into one row, in the order they arrived; a decided record is a row of its own. */
export function byStop(events: readonly Exception[]): ExceptionRow[] {
  const rows = new Map<string, Exception[]>()
  for (const event of events) {
    const key = event.decision === 'open' && event.customerID !== null ? `stop ${event.assignmentID}` : event.eventID
    rows.set(key, [...(rows.get(key) ?? []), event])
  }
  return [...rows.values()].map((records) => ({ ...records[0]!, records }))
}

interface DecideManyProps {
  rows: readonly ExceptionRow[]
  deciding: Deciding
  onDone: () => void
  onDismiss: (events: readonly Exception[]) => void
}

export function DecideMany({ rows, deciding: { ask, busy }, onDone, onDismiss }: DecideManyProps) {
  // Records of phones that contradict each other are left out: the office looks at each pair and chooses one.
  const open = rows.flatMap(recordsOf).filter(({ decision, against }) => decision === 'open' && against.length === 0)
  if (open.length === 0) return null
  return (
    <>
      <Button loading={busy.size > 0} onClick={() => ask({ events: open, done: onDone })}>
        {t('Accept {{count, number}}', { count: open.length })}
      </Button>
      <Button variant="default" disabled={busy.size > 0} onClick={() => onDismiss(open)}>
        {t('Dismiss {{count, number}}', { count: open.length })}
      </Button>
    </>
  )
}
