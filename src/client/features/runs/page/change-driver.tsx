import { useState } from 'react'
import { Stack } from '@mantine/core'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { RunStop } from './run-types.ts'
import { StopEffect, useStopEffect } from './stop-effect.tsx'

interface ChangeDriverProps {
  /** Stops with an outcome, of the `count` that are given to the driver. */
  recorded: readonly RunStop[]
  count: number
  driverID: string | null
  driver: string
  save: () => Promise<unknown>
  onClose: () => void
}

/** Asks before recorded stops are given to another driver, because that may change who is paid for them. */
export function ChangeDriver({ recorded, count, driverID, driver, save, onClose }: ChangeDriverProps) {
  const [busy, setBusy] = useState(false)
  const [first, ...others] = recorded as [RunStop, ...RunStop[]]
  const effect = useStopEffect(first, {
    type: 'driver',
    driverID,
    others: others.map(({ assignmentID }) => assignmentID),
  })
  const change = async () => {
    setBusy(true)
    await save()
    onClose()
  }
  return (
    <ConfirmAction
      opened
      question={plural(count, 'Give {{name}} to {{driver}}?', 'Give {{count, number}} stops to {{driver}}?', {
        name: first.customer,
        driver,
      })}
      confirm={t('Change driver')}
      busy={busy || effect.isAsking}
      onCancel={onClose}
      onConfirm={() => void change()}
    >
      <Stack gap="xs">
        {count === 1 ? null : (
          <p>
            {plural(
              recorded.length,
              '{{count}} of them is recorded already.',
              '{{count, number}} of them are recorded already.',
            )}
          </p>
        )}
        <StopEffect effect={effect} paysOnly />
      </Stack>
    </ConfirmAction>
  )
}
