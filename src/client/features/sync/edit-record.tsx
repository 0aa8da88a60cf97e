import { hasBags } from '#domain/bags.ts'
import { useState } from 'react'
import { NOT_COLLECTED_OUTCOMES, type NotCollectedOutcome } from '#domain/words.ts'
import { edit, NotEditable } from '#client/offline/unsent.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Stack, NarrowTiles } from '#client/ui/core/parts.tsx'
import { SelectField, TextField } from '#client/ui/core/field.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { isWholeCents } from '#domain/money.ts'
import { OUTCOME_WORDS } from '#client/shells/outcomes.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { WaitingAt } from './sync-data.ts'
import styles from './sync-page.module.css'

const WRONG_WORDS = sentences({
  notSaved: 'Not saved: storage is full or isn’t answering. Delete some photos or apps, then tap again.',
  checkIt: 'Please check what you entered.',
})

interface EditRecordProps {
  device: Device
  waiting: WaitingAt
  opened: boolean
  onClose: () => void
  onSaved: () => void
}

/** Changes the payload of a refused event, which is then sent again under its own ID. */
export function EditRecord({ device, waiting, opened, onClose, onSaved }: EditRecordProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Change it and send again')} from="sheet">
      <Fields device={device} waiting={waiting} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  )
}

function Fields({ device, waiting: { event, serviceType }, onClose, onSaved }: Omit<EditRecordProps, 'opened'>) {
  const [draft, setDraft] = useState<RecordDraft>(() => draftOf(event))
  const [wrong, setWrong] = useState<'checkIt' | 'notSaved' | null>(null)
  const change = (part: Partial<RecordDraft>) => setDraft((before) => ({ ...before, ...part }))
  const bags = Number(draft.bags)
  const isOutcome = event.type === 'done' || event.type === 'bag-mt' || event.type === 'not-collected'

  async function save(): Promise<void> {
    const payload = payloadOf(event, draft)
    try {
      if (payload === null) return setWrong('checkIt')
      await edit(device, event.eventID, payload)
      onSaved()
      onClose()
    } catch (error) {
      setWrong(error instanceof NotEditable ? 'checkIt' : 'notSaved')
    }
  }

  return (
    <Stack
      as="form"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void save()
      }}
    >
      {event.type === 'done' && hasBags(serviceType) ? (
        <div className={styles.stepper}>
          <Button
            variant="plain"
            aria-label={t('One bag less')}
            disabled={!(bags > 1)}
            onClick={() => change({ bags: String(bags - 1) })}
          >
            −
          </Button>
          <TextField
            label={t('Bags')}
            inputMode="numeric"
            value={draft.bags}
            onChange={(event) => change({ bags: event.target.value })}
          />
          <Button
            variant="plain"
            aria-label={t('One bag more')}
            onClick={() => change({ bags: String((bags || 0) + 1) })}
          >
            +
          </Button>
        </div>
      ) : null}
      {event.type === 'not-collected' ? (
        <SelectField
          label={t('What happened')}
          value={draft.outcome}
          onChange={(event) => change({ outcome: event.target.value as NotCollectedOutcome })}
          options={NOT_COLLECTED_OUTCOMES.map((outcome) => ({ value: outcome, label: t(OUTCOME_WORDS[outcome]) }))}
        />
      ) : null}
      {isOutcome ? (
        <TextField
          label={t('Extra amount (AUD)')}
          inputMode="decimal"
          value={draft.extra}
          onChange={(event) => change({ extra: event.target.value })}
        />
      ) : null}
      <TextField
        label={t('Note to the office')}
        value={draft.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Note tone="bad" role="alert">
        {wrong === null ? '' : t(WRONG_WORDS[wrong])}
      </Note>
      <NarrowTiles>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit">{t('Save and send')}</Button>
      </NarrowTiles>
    </Stack>
  )
}

interface RecordDraft {
  bags: string
  outcome: NotCollectedOutcome
  extra: string
  note: string
}

function draftOf({ payload }: StoredEvent): RecordDraft {
  return {
    bags: 'pu' in payload ? String(payload.pu) : '1',
    outcome: 'outcome' in payload ? payload.outcome : 'OTHER',
    extra: 'extraAmount' in payload && payload.extraAmount ? String(payload.extraAmount) : '',
    note: 'notes' in payload ? (payload.notes ?? '') : '',
  }
}

/** The edited payload; null when a field is invalid. `edit` checks the office's own rules. */
function payloadOf(event: StoredEvent, draft: RecordDraft): Record<string, unknown> | null {
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
  return dollars >= 0 && isWholeCents(dollars) ? dollars : null
}
