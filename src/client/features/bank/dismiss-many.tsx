import { useState } from 'react'
import { Button } from '@mantine/core'
import { type BankLineShown, dismissBankLines } from '#contract/v1/bank.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { BankDialog } from './bank-dialog.tsx'
import { DismissReason } from './dismiss-reason.tsx'

interface DismissManyProps {
  /** Only lines to check can be dismissed. */
  rows: readonly BankLineShown[]
  onDone: () => void
}

export function DismissMany({ rows, onDone }: DismissManyProps) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState<string>(t('Not from a customer'))
  const [busy, setBusy] = useState(false)
  const command = useCommand()
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ bankLineID }) => bankLineID)
  const decided = rows.length - waiting.length
  const dismiss = async () => {
    setBusy(true)
    const input = { bankLineIDs: waiting, reason: reason.trim() }
    const answer = await command(dismissBankLines, input).finally(() => setBusy(false))
    if (answer.kind !== 'ok') return
    const { dismissed, left } = answer.value
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
        <BankDialog
          title={plural(waiting.length, 'Dismiss {{count}} bank line?', 'Dismiss {{count, number}} bank lines?')}
          submit={t('Dismiss')}
          busy={busy}
          blocked={reason.trim() === ''}
          onSubmit={() => void dismiss()}
          onClose={() => setAsking(false)}
        >
          {decided === 0 ? null : (
            <p>
              {plural(
                decided,
                '{{count}} is decided already and left out.',
                '{{count, number}} are decided already and left out.',
              )}
            </p>
          )}
          <DismissReason reason={reason} onChange={setReason} />
        </BankDialog>
      ) : null}
    </>
  )
}
