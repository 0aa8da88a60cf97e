import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type DoneEvent, recordDone } from '#contract/v1/done.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { ENVELOPE_VERSION } from '#domain/limits.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

type WithoutEnvelope<E> = E extends unknown
  ? Omit<E, 'eventID' | 'v' | 'assignmentID' | 'seq' | 'occurredAt' | 'baseVersion' | 'appBuild'>
  : never
/** The record without its envelope. */
export type Statement = WithoutEnvelope<DoneEvent>

const STORAGE_KEY = 'rr-office-record'

/** This browser tab as a source of records: one deviceID and one sequence for as long as the tab is open. */
function nextOfOffice(): { deviceID: string; seq: number } {
  const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as { deviceID: string; seq: number } | null
  const next = { deviceID: kept?.deviceID ?? `office-${crypto.randomUUID()}`, seq: (kept?.seq ?? 0) + 1 }
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  return next
}

/**
 * Records for a driver without a phone, in the signed-in admin's name. A record without an answer is sent again with
 * the same eventID, so that it counts once.
 * @returns whether it counts now, or is stored for review
 */
export function useOfficeRecord(runOrderID: string) {
  const { call } = useOffice()
  const client = useQueryClient()
  const { t } = useTranslation('runPage')
  const { t: shells } = useTranslation('shells')
  const [busy, setBusy] = useState(false)
  const unanswered = useRef<{ said: string; deviceID: string; event: DoneEvent } | null>(null)
  const record = async (assignmentID: string, statement: Statement, done: string): Promise<boolean> => {
    const said = JSON.stringify([assignmentID, statement])
    if (unanswered.current?.said !== said) {
      const { deviceID, seq } = nextOfOffice()
      unanswered.current = {
        said,
        deviceID,
        event: {
          ...statement,
          eventID: crypto.randomUUID(),
          v: ENVELOPE_VERSION,
          assignmentID,
          seq,
          occurredAt: new Date().toISOString(),
        },
      }
    }
    const { deviceID, event } = unanswered.current
    setBusy(true)
    const answer = await call(recordDone, {
      runOrderID,
      sentAt: new Date().toISOString(),
      deviceID,
      events: [event],
    }).finally(() => setBusy(false))
    if (answer.kind !== 'ok') {
      showFailure(shells('errorOccurred'), sentenceOf(answer, shells))
      return false
    }
    unanswered.current = null
    await invalidateChanged(client, recordDone)
    const verdict = answer.value.results[0]
    if (verdict?.result === 'rejected') {
      showFailure(shells('errorOccurred'), t('stop.refused', { why: verdict.message ?? '' }))
      return false
    }
    showSuccess(verdict?.result === 'review' ? t('stop.kept', { why: verdict.message ?? '' }) : done)
    return true
  }
  return { busy, record }
}
