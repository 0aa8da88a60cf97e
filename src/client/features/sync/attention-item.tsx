import { useState } from 'react'
import { discard, retry } from '#client/offline/unsent.ts'
import type { Device } from '#client/offline/store/device.ts'
import { Button } from '#client/ui/core/button.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Stack, NarrowTiles } from '#client/ui/core/parts.tsx'
import { formatTime } from '#client/ui/core/time-text.ts'
import { t } from '#client/ui/core/texts.ts'
import { EditRecord } from './edit-record.tsx'
import type { WaitingAt } from './sync-data.ts'
import { isLost } from '#client/offline/store/records.ts'
import { eventWords, whyWords } from './waiting-words.ts'

interface AttentionItemProps {
  device: Device
  waiting: WaitingAt
  /** @param eventID the text applies only while this event waits */
  onMessage: (message: string, eventID?: string) => void
}

/** An event the office refused: Edit, Retry, or Discard in two steps. */
export function AttentionItem({ device, waiting, onMessage }: AttentionItemProps) {
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { event } = waiting
  const what = eventWords(waiting)
  const where = waiting.where ?? t('A stop that’s no longer on this phone')

  async function onDiscard(): Promise<void> {
    setBusy(true)
    try {
      await discard(device, event.eventID)
      onMessage(t('Discarded'))
    } catch {
      onMessage(t('Not saved: storage is full or isn’t answering. Delete some photos or apps, then tap again.'))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  async function onRetry(): Promise<void> {
    try {
      await retry(device, event.eventID)
      onMessage(t('Will be sent again'), event.eventID)
    } catch {
      onMessage(t('Not saved: storage is full or isn’t answering. Delete some photos or apps, then tap again.'))
    }
  }

  return (
    <Stack as="li" gap="small">
      <strong>{what}</strong>
      <p>
        {where} · {formatTime(waiting.recordedAt)}
      </p>
      <Note tone="bad" role="none">
        {whyWords(waiting, 'needs-attention')}
      </Note>
      <NarrowTiles>
        {waiting.canEdit ? (
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('Edit')}
          </Button>
        ) : null}
        {isLost(waiting) ? null : (
          <Button variant="default" onClick={() => void onRetry()}>
            {t('Retry')}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('Discard')}
        </Button>
      </NarrowTiles>
      <ConfirmAction
        opened={asking}
        question={t('Discard this record?')}
        cancel={t('Keep it')}
        confirm={t('Discard it')}
        busy={busy}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => void onDiscard()}
      >
        <p>{t('“{{what}}” at {{where}} won’t count. The office is told that you discarded it.', { what, where })}</p>
      </ConfirmAction>
      <EditRecord
        device={device}
        waiting={waiting}
        opened={editing}
        onClose={() => setEditing(false)}
        onSaved={() => onMessage(t('Will be sent again'), event.eventID)}
      />
    </Stack>
  )
}
