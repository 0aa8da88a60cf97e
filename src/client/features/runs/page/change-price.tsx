import { useState } from 'react'
import { showDollars } from '#domain/money.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Edit } from './run-edits.tsx'
import type { RunStop } from './run-types.ts'
import { StopEffect, useStopEffect } from './stop-effect.tsx'

interface ChangePriceProps {
  stop: RunStop
  /** AUD, typed into the price's cell. */
  amount: number
  edit: Edit
  onClose: () => void
}

/** Asks before the price of a recorded stop is changed, because that changes what is billed for it, and may change the pay. */
export function ChangePrice({ stop, amount, edit, onClose }: ChangePriceProps) {
  const [busy, setBusy] = useState(false)
  const effect = useStopEffect(stop, { type: 'price', amount })
  const [before, after] = [stop.amount, amount].map(showDollars)
  const change = async () => {
    setBusy(true)
    await edit(
      { jobs: { edit: [{ assignmentID: stop.assignmentID, amount }] } },
      t('Amount for {{name}}: ${{amount}}', { name: stop.customer, amount: after!.slice(1) }),
    )
    onClose()
  }
  return (
    <ConfirmAction
      opened
      question={t('Change the price of {{name}} from {{before}} to {{after}}?', {
        name: stop.customer,
        before: before!,
        after: after!,
      })}
      confirm={t('Change price')}
      busy={busy || effect.isAsking}
      onCancel={onClose}
      onConfirm={() => void change()}
    >
      <StopEffect effect={effect} />
    </ConfirmAction>
  )
}
