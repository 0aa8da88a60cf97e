import { useState } from 'react'
import { Button } from '@mantine/core'
import { type BankLineShown, dismissBankLines } from '#contract/v1/bank.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { BankDialog } from './bank-dialog.tsx'
import { DismissReason } from './dismiss-reason.tsx'

interface DismissManyProps {
  /** Only lines to check can be dismissed. */
  rows: readonly BankLineShown[]
  onDone: () => void
}

export function DismissMany({ rows, onDone }: DismissManyProps) {
  const { t } = useTranslation('bank')
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState<string>(t('reasonOther'))
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
    const stays = left.length === 0 ? '' : ` ${t('leftMany', { count: left.length })}`
    showSuccess(`${t('dismissedMany', { count: dismissed })}.${stays}`)
    setAsking(false)
    onDone()
  }
  return (
    <>
      <Button variant="default" disabled={waiting.length === 0} onClick={() => setAsking(true)}>
        {t('dismiss')}
      </Button>
      {asking ? (
        <BankDialog
          title={t('dismissMany', { count: waiting.length })}
          submit={t('dismiss')}
          busy={busy}
          blocked={reason.trim() === ''}
          onSubmit={() => void dismiss()}
          onClose={() => setAsking(false)}
        >
          {decided === 0 ? null : <p>{t('decidedLeftOut', { count: decided })}</p>}
          <DismissReason reason={reason} onChange={setReason} />
        </BankDialog>
      ) : null}
    </>
  )
}
