import { useState, type FormEvent } from 'react'
import { Button, Flex, Textarea } from '@mantine/core'
import type { Exception } from '#contract/v1/exceptions.ts'
import { line as reasonShape } from '#contract/shapes.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { checkValue } from '#client/shells/check-value.ts'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { recordText } from '#client/shells/record-text.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { DecisionEffect, useDecisionEffect } from './decision-effect.tsx'

interface DismissDialogProps {
  events: readonly Exception[]
  onClose: () => void
  onDismiss: (reason: string) => Promise<void>
}

export function DismissDialog({ events, onClose, onDismiss }: DismissDialogProps) {
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
      ? first!.against.map((event) => recordText(event, first!.serviceType)).join(', ')
      : null
  return (
    <OfficeDialog
      onClose={close}
      title={
        used === null
          ? plural(events.length, 'Dismiss this record?', 'Dismiss {{count, number}} records?')
          : t('Use {{record}} for {{name}}?', { record: used, name: first!.customer ?? t('Unknown stop') })
      }
    >
      <Flex onSubmit={onSubmit} noValidate component="form" direction="column" gap="md">
        <p>
          {t(
            used === null
              ? 'It won’t count. The record and your reason are kept.'
              : 'The other record won’t count. It and your reason are kept.',
          )}
        </p>
        <DecisionEffect effect={effect} />
        <Textarea
          label={t('Reason')}
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
            {t('Cancel')}
          </Button>
          {used === null ? (
            <Button type="submit" color="red" loading={busy}>
              {t('Dismiss')}
            </Button>
          ) : (
            <Button type="submit" loading={busy}>
              {t('Use {{record}}', { record: used })}
            </Button>
          )}
        </ActsBar>
        {guard.question}
      </Flex>
    </OfficeDialog>
  )
}
