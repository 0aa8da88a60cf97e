import { useRef, useState, type Ref } from 'react'
import { NOTES_MAX } from '#domain/limits.ts'
import type { NotCollectedOutcome } from '#domain/words.ts'
import type { StopDraft } from '#client/offline/store/records.ts'
import type { PhotoSource } from '#client/photo/camera.ts'
import { Button } from '#client/ui/core/button.tsx'
import { TextArea, TextField } from '#client/ui/core/field.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Soft, Stack, Tiles } from '#client/ui/core/parts.tsx'
import { isWholeCents } from '#domain/money.ts'
import { OUTCOME_WORDS } from '#client/shells/outcomes.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { ExtraQuestion } from './extra-question.tsx'
import type { StopWork } from './stop-work.ts'
import type { Stop } from './stops.ts'
import { failureText } from './stop-words.ts'
import type { Mark, Marking } from './marking.ts'
import styles from './sheet.module.css'

const WHY_WORDS = sentences({
  mustBeNumber: 'This field must be Number',
  mustNotBeNegative: 'This field must be non-negative Number',
})

export function StopSheets({
  work,
  stops,
  onOpen,
}: {
  work: StopWork
  stops: readonly Stop[]
  onOpen?: (stop: Stop) => void
}) {
  const stop = stops.find(({ assignmentID }) => assignmentID === work.moreID) ?? null
  return (
    <MoreSheet
      stop={stop}
      failure={work.marking.failure}
      stopDraft={stop === null ? {} : work.stopDraftOf(stop)}
      onStopDraft={(stopDraft) => stop && work.setStopDraft(stop, stopDraft)}
      onMark={(chosen, mark) => work.mark(chosen, mark)}
      onNote={work.note}
      onPhoto={work.takePhoto}
      onOpen={onOpen}
      onClose={work.closeMore}
    />
  )
}

interface MoreSheetProps {
  /** Null: closed. */
  stop: Stop | null
  /** What could not be stored; this sheet covers the bar that shows it otherwise. */
  failure: Marking['failure']
  stopDraft: StopDraft
  onStopDraft: (stopDraft: StopDraft) => void
  onMark: (stop: Stop, mark: Mark, stopDraft: StopDraft) => void
  onNote: (stop: Stop, note: string) => Promise<boolean>
  onPhoto: (stop: Stop, source: PhotoSource) => void
  onOpen?: ((stop: Stop) => void) | undefined
  onClose: () => void
}

const REASONS = [
  'NOT_OUT',
  'NO_ACCESS',
  'OVERWEIGHT',
  'CONTAMINATED',
  'UNSAFE',
  'OTHER',
] as const satisfies readonly NotCollectedOutcome[]

/**
 * Everything rarer than Done, the reasons first. Typed values are stored as the stop's draft and sent with the outcome.
 */
function MoreSheet({ stop, onClose, ...rest }: MoreSheetProps) {
  // The sheet stays open until the amount is valid or empty, because closing would lose it.
  const [fits, setFits] = useState(true)
  const parts = useRef<HTMLDivElement>(null)
  const close = () => {
    if (fits) onClose()
    else parts.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <Dialog
      opened={stop !== null}
      onClose={close}
      title={stop === null ? '' : `${stop.number} · ${stop.address}`}
      from="sheet"
    >
      {stop === null ? null : (
        <Parts key={stop.assignmentID} ref={parts} stop={stop} onFits={setFits} onClose={close} {...rest} />
      )}
    </Dialog>
  )
}

function Parts({
  ref,
  stop,
  failure,
  stopDraft,
  onStopDraft,
  onMark,
  onNote,
  onPhoto,
  onOpen,
  onClose,
  onFits,
}: MoreSheetProps & { ref: Ref<HTMLDivElement>; stop: Stop; onFits: (fits: boolean) => void }) {
  const [extra, setExtra] = useState(stopDraft.extraAmount === undefined ? '' : String(stopDraft.extraAmount))
  const [note, setNote] = useState(stopDraft.notes ?? '')
  const [noteSaved, setNoteSaved] = useState(false)
  const [asking, setAsking] = useState<Mark | null>(null)
  const parsed = parseExtra(extra)

  function changed(next: { extra?: string; note?: string }): void {
    const amount = parseExtra(next.extra ?? extra)
    const notes = (next.note ?? note).trim()
    onFits(amount.ok)
    onStopDraft({
      ...(amount.ok && amount.dollars !== undefined ? { extraAmount: amount.dollars } : {}),
      ...(notes === '' ? {} : { notes }),
    })
  }

  function markMissed(outcome: NotCollectedOutcome): void {
    const mark = { kind: 'not-collected', outcome } as const
    if (stopDraft.extraAmount === undefined) onMark(stop, mark, stopDraft)
    else setAsking(mark)
  }

  async function saveNote(): Promise<void> {
    if (!(await onNote(stop, note.trim()))) return
    setNote('')
    setNoteSaved(true)
    changed({ note: '' })
  }

  return (
    <Stack ref={ref} gap="large">
      {failure === null ? null : (
        <Note tone="bad" role="alert">
          {failureText(failure)}
        </Note>
      )}
      <Stack as="section" gap="small" aria-labelledby="could-not-collect">
        <h3 id="could-not-collect">{t('Could not collect')}</h3>
        <div className={styles.reasons}>
          {REASONS.map((outcome) => (
            <Button key={outcome} variant="plain" disabled={!parsed.ok} onClick={() => markMissed(outcome)}>
              {t(OUTCOME_WORDS[outcome])}
            </Button>
          ))}
        </div>
      </Stack>
      <TextField
        label={t('Extra amount (AUD)')}
        description={t('Like 12.50. Goes with whatever you tap next.')}
        inputMode="decimal"
        autoComplete="off"
        value={extra}
        error={parsed.ok ? undefined : t(WHY_WORDS[parsed.why])}
        onChange={(event) => {
          setExtra(event.target.value)
          changed({ extra: event.target.value })
        }}
      />
      <div>
        <div className={styles.note}>
          <TextArea
            label={t('Note to the office')}
            rows={2}
            maxLength={NOTES_MAX}
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
              setNoteSaved(false)
              changed({ note: event.target.value })
            }}
          />
          <Button variant="plain" disabled={note.trim() === ''} onClick={() => void saveNote()}>
            {t('Save note')}
          </Button>
        </div>
        <Soft role="status">{noteSaved ? t('Note saved on this phone') : ''}</Soft>
      </div>
      <Tiles>
        <Button variant="plain" disabled={!parsed.ok} onClick={() => onPhoto(stop, 'camera')}>
          {t('Take a photo')}
        </Button>
        <Button variant="plain" disabled={!parsed.ok} onClick={() => onPhoto(stop, 'gallery')}>
          {t('Choose photo')}
        </Button>
      </Tiles>
      <Tiles>
        {onOpen === undefined ? null : (
          <Button variant="subtle" disabled={!parsed.ok} onClick={() => onOpen(stop)}>
            {t('Stop details')}
          </Button>
        )}
        <Button variant="plain" onClick={onClose}>
          {t('Close')}
        </Button>
      </Tiles>
      <ExtraQuestion
        mark={asking}
        serviceType={stop.serviceType}
        stopDraft={stopDraft}
        onMark={(mark, instead) => onMark(stop, mark, instead)}
        onClose={() => setAsking(null)}
      />
    </Stack>
  )
}

/** The field's content: an amount in AUD dollars, nothing, or the error (spec 5, with its sentence). */
type Extra = { ok: true; dollars: number | undefined } | { ok: false; why: 'mustBeNumber' | 'mustNotBeNegative' }

/** "$12.50", "12,50", "" */
export function parseExtra(text: string): Extra {
  const bare = text
    .replace(/[\s$]/g, '')
    .replace(/,(\d{1,2})$/, '.$1')
    .replace(/,/g, '')
  if (bare === '') return { ok: true, dollars: undefined }
  const dollars = /^-?\d*\.?\d*$/.test(bare) && /\d/.test(bare) ? Number(bare) : Number.NaN
  if (Number.isNaN(dollars)) return { ok: false, why: 'mustBeNumber' }
  if (dollars < 0) return { ok: false, why: 'mustNotBeNegative' }
  if (!isWholeCents(dollars)) return { ok: false, why: 'mustBeNumber' }
  return { ok: true, dollars: dollars === 0 ? undefined : dollars }
}
