import { hasBags } from '#domain/bags.ts'
import { tabStorage } from '#client/api/browser-storage.ts'
import { useState, useRef } from 'react'
import { Button, Card, NativeSelect, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { dollars, notes as notesShape } from '#contract/shapes.ts'
import { bags, type DoneEvent, recordDone } from '#contract/v1/done.ts'
import type { StopChange } from '#contract/v1/stop-change.ts'
import { NOT_COLLECTED_OUTCOMES, type NotCollectedOutcome, type Outcome } from '#domain/words.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { MoneyInput, WholeInput } from '#client/shells/form-parts.tsx'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { invalidateChanged } from '#client/api/query-client.ts'
import { ENVELOPE_VERSION } from '#domain/limits.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { RunStop } from './run-types.ts'
import { StopEffect, useStopEffect } from './stop-effect.tsx'

const OUTCOMES: readonly Outcome[] = ['COLLECTED', 'EMPTY', ...NOT_COLLECTED_OUTCOMES]

/** Enters the outcome of a stop that its driver reported on paper or by telephone. */
export function RecordForm({ stop }: { stop: RunStop }) {
  const { busy, record } = useOfficeRecord(stop.runOrderID)
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const [pu, setPu] = useState<number | string>(Math.max(1, stop.pu))
  const [extra, setExtra] = useState<number | string>(stop.extraAmount === 0 ? '' : stop.extraAmount)
  const [notes, setNotes] = useState('')
  const guard = useUnsavedGuard(outcome !== '' && !busy)
  const wrong = {
    pu: outcome === 'COLLECTED' ? checkValue(bags, pu === '' ? undefined : pu) : null,
    extra: extra === '' ? null : checkValue(dollars, extra),
    notes: checkValue(notesShape, notes),
  }
  const known = outcome !== '' && Object.values(wrong).every((problem) => problem === null)
  // Without the notes, which change no money.
  const effect = useStopEffect(
    stop,
    known ? statementOf(outcome, Number(pu), extra === '' ? 0 : Number(extra), '') : null,
  )
  const send = async () => {
    if (outcome === '' || !known || effect.isAsking) return
    const sent = await record(
      stop.assignmentID,
      statementOf(outcome, Number(pu), extra === '' ? 0 : Number(extra), notes.trim()),
      t('Recorded'),
    )
    if (!sent) return
    setOutcome('')
    setNotes('')
  }
  return (
    <Card
      component="form"
      noValidate
      aria-label={t('Record for the driver')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <Title order={3} size="h4">
        {stop.outcome === null ? t('Record for the driver') : t('Change outcome')}
      </Title>
      <Text c="dimmed" fz="sm">
        {t('From the driver’s paper sheet or a call. Saved under your name.')}
      </Text>
      <Tiles min="11rem" align="start">
        <NativeSelect
          label={t('Outcome')}
          value={outcome}
          onChange={({ currentTarget: { value } }) => setOutcome(value as Outcome | '')}
          data={[
            { value: '', label: t('Choose…') },
            ...OUTCOMES.map((one) => ({ value: one, label: outcomeWords(one, stop.serviceType) })),
          ]}
        />
        {outcome === 'COLLECTED' && hasBags(stop.serviceType) ? (
          <WholeInput label={t('Bags')} error={wrong.pu} value={pu} onChange={setPu} />
        ) : null}
        <MoneyInput label={t('Extra amount')} error={wrong.extra} value={extra} onChange={setExtra} />
        <Textarea
          style={{ gridColumn: '1 / -1' }}
          label={t('Driver notes')}
          autosize
          minRows={1}
          error={wrong.notes}
          value={notes}
          onChange={({ currentTarget: { value } }) => setNotes(value)}
        />
      </Tiles>
      {known ? <StopEffect effect={effect} /> : null}
      <Button data-acts type="submit" loading={busy} disabled={!known || effect.isAsking} ml="auto">
        {t('Record')}
      </Button>
      {guard.question}
    </Card>
  )
}

function statementOf(outcome: Outcome, pu: number, extraAmount: number, notes: string): Statement {
  const extras = { ...(extraAmount === 0 ? {} : { extraAmount }), ...(notes === '' ? {} : { notes }) }
  if (outcome === 'COLLECTED') return { type: 'done', pu, ...extras }
  return outcome === 'EMPTY'
    ? { type: 'bag-mt', ...extras }
    : { type: 'not-collected', outcome: outcome as NotCollectedOutcome, ...extras }
}

type Statement = Exclude<StopChange, { type: 'price' | 'driver' }>

const STORAGE_KEY = 'rr-office-record'

/** This browser tab as a source of records, with one deviceID and one sequence while it is open. */
function nextOfOffice(): { deviceID: string; seq: number } {
  const kept = JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? 'null') as { deviceID: string; seq: number } | null
  const next = { deviceID: kept?.deviceID ?? `office-${crypto.randomUUID()}`, seq: (kept?.seq ?? 0) + 1 }
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  return next
}

/**
 * Sends records for a driver without a phone, in the signed-in admin's name. A record without an answer is sent again
 * with the same eventID, so that it counts once.
 * @returns whether it counts now, or is stored for review
 */
export function useOfficeRecord(runOrderID: string) {
  const { call } = useOffice()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const unanswered = useRef<{ content: string; deviceID: string; event: DoneEvent } | null>(null)
  const record = async (assignmentID: string, statement: Statement, done: string): Promise<boolean> => {
    const content = JSON.stringify([assignmentID, statement])
    if (unanswered.current?.content !== content) {
      const { deviceID, seq } = nextOfOffice()
      unanswered.current = {
        content,
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
      showFailure(t('An error occurred.'), sentenceOf(answer))
      return false
    }
    unanswered.current = null
    await invalidateChanged(client, recordDone)
    const verdict = answer.value.results[0]
    if (verdict?.result === 'rejected') {
      showFailure(t('An error occurred.'), t('Not recorded: {{why}}', { why: verdict.message ?? '' }))
      return false
    }
    showSuccess(
      verdict?.result === 'review'
        ? t('Saved under Exceptions to decide: {{why}}', { why: verdict.message ?? '' })
        : done,
    )
    return true
  }
  return { busy, record }
}
