import { useState, type FormEvent } from 'react'
import { Button, Modal, Textarea } from '@mantine/core'
import type { Exception } from '#contract/v1/exceptions.ts'
import { line as reasonShape } from '#contract/shapes.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { checkValue } from '#client/shells/check-value.ts'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { recordText } from '#client/shells/record-text.ts'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { DecisionEffect, useDecisionEffect } from './decision-effect.tsx'
import styles from './exceptions.module.css'

interface DismissDialogProps {
  events: readonly Exception[]
  onClose: () => void
  onDismiss: (reason: string) => Promise<void>
}

export function DismissDialog({ events, onClose, onDismiss }: DismissDialogProps) {
  const { t } = useTranslation('exceptions')
  const { t: terms } = useTerms()
  useReturnFocus()
  const effect = useDecisionEffect(events, 'dismiss')
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const wrong = checkValue(reasonShape, reason)
  const [busy, setBusy] = useState(false)
  const guard = useUnsavedGuard(reason !== '' && !busy)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (wrong !== null) return
    setBusy(true)
    void onDismiss(reason.trim()).then(onClose)
  }
  const close = () => guard.ask(onClose)
  const [first] = events
  // Dismissing one of two records that contradict each other is using the other one.
  const used =
    events.length === 1 && first!.against.length > 0
      ? first!.against.map((event) => recordText(terms, event)).join(', ')
      : null
  return (
    <Modal
      opened
      onClose={close}
      title={
        used === null
          ? t('dismissTitle', { count: events.length })
          : t('useTitle', { record: used, name: first!.customer ?? t('unknownStop') })
      }
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ title: styles.title! }}
      attributes={NO_BANNER}
    >
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <p>{t(used === null ? 'dismissWhy' : 'useWhy')}</p>
        <DecisionEffect effect={effect} />
        <Textarea
          label={t('reason')}
          withAsterisk
          rows={2}
          resize="vertical"
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value)
            setSent(false)
          }}
          error={sent ? wrong : undefined}
        />
        <ActsBar>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          {used === null ? (
            <Button type="submit" color="red" loading={busy}>
              {t('dismiss')}
            </Button>
          ) : (
            <Button type="submit" loading={busy}>
              {t('use', { record: used })}
            </Button>
          )}
        </ActsBar>
        {guard.question}
      </form>
    </Modal>
  )
}
