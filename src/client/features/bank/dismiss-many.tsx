import { useState } from 'react'
import { Button } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import { type BankLineShown, dismissBankLines } from '#contract/v1/bank.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { DismissReason, dismissReason } from './dismiss-reason.tsx'

interface DismissManyProps {
  /** Only lines to check can be dismissed. */
  rows: readonly BankLineShown[]
  onDone: () => void
}

export function DismissMany({ rows, onDone }: DismissManyProps) {
  const [asking, setAsking] = useState(false)
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ bankLineID }) => bankLineID)
  const decided = rows.length - waiting.length
  const tell = ({ dismissed, left }: OutputOf<typeof dismissBankLines>) => {
    const stays =
      left.length === 0
        ? ''
        : ` ${plural(left.length, '{{count}} bank line was decided already and stays.', '{{count, number}} bank lines were decided already and stay.')}`
    showSuccess(
      `${plural(dismissed, '{{count}} bank line dismissed', '{{count, number}} bank lines dismissed')}.${stays}`,
    )
    setAsking(false)
    onDone()
  }
  return (
    <>
      <Button variant="default" disabled={waiting.length === 0} onClick={() => setAsking(true)}>
        {t('Dismiss')}
      </Button>
      {asking ? (
        <FormShell
          as="dialog"
          title={plural(waiting.length, 'Dismiss {{count}} bank line?', 'Dismiss {{count, number}} bank lines?')}
          endpoint={dismissBankLines}
          fixed={{ bankLineIDs: waiting }}
          {...dismissReason()}
          submit={t('Dismiss')}
          onClose={() => setAsking(false)}
          onSaved={tell}
        >
          {(form) => (
            <>
              {decided === 0 ? null : (
                <p>
                  {plural(
                    decided,
                    '{{count}} is decided already and left out.',
                    '{{count, number}} are decided already and left out.',
                  )}
                </p>
              )}
              <DismissReason form={form} />
            </>
          )}
        </FormShell>
      ) : null}
    </>
  )
}
