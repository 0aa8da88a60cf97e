import { useState } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { discard, retry } from '#client/offline/unsent.ts'
import type { Device } from '#client/offline/store/device.ts'
import { Button } from '#client/ui/core/button.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { formatTime } from '#client/ui/core/time-text.ts'
import { EditRecord } from './edit-record.tsx'
import type { WaitingAt } from './sync-data.ts'
import { eventWords, isGone, whyWords } from './waiting-words.ts'
import styles from './sync-page.module.css'

interface AttentionItemProps {
  device: Device
  waiting: WaitingAt
  /** @param eventID the text applies only while this event waits */
  onMessage: (message: string, eventID?: string) => void
}

/** An event the office refused: Edit, Retry, or Discard in two steps. */
export function AttentionItem({ device, waiting, onMessage }: AttentionItemProps) {
  const { t } = useTranslation('sync')
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { event } = waiting
  const what = eventWords(t, event)
  const where = waiting.where ?? t('unknownStop')

  async function onDiscard(): Promise<void> {
    setBusy(true)
    try {
      await discard(device, event.eventID)
      onMessage(t('discarded'))
    } catch {
      onMessage(t('notSaved'))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  async function onRetry(): Promise<void> {
    try {
      await retry(device, event.eventID)
      onMessage(t('retried'), event.eventID)
    } catch {
      onMessage(t('notSaved'))
    }
  }

  return (
    <li className={styles.item}>
      <p className={styles.what}>{what}</p>
      <p>
        {where} · {formatTime(event.occurredAt)}
      </p>
      <p className={styles.answer}>{whyWords(t, waiting, 'needs-attention')}</p>
      <div className={styles.pair}>
        {waiting.canEdit ? (
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        ) : null}
        {isGone(waiting.lastAnswer) ? null : (
          <Button variant="default" onClick={() => void onRetry()}>
            {t('retry')}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('discard')}
        </Button>
      </div>
      <ConfirmAction
        opened={asking}
        question={t('discardQuestion')}
        cancel={t('keep')}
        confirm={t('discardYes')}
        busy={busy}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => void onDiscard()}
      >
        <p>{t('discardWhy', { what, where })}</p>
      </ConfirmAction>
      <EditRecord
        device={device}
        event={event}
        opened={editing}
        onClose={() => setEditing(false)}
        onSaved={() => onMessage(t('retried'), event.eventID)}
      />
    </li>
  )
}
