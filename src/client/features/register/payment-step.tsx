import { useState } from 'react'
import { showDollars } from '#domain/money.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Draft } from './draft.ts'
import { linkMailed } from './link-mailed.ts'
import type { Firm, RegisterCalls } from './register-calls.ts'

interface PaymentStepProps {
  firm: Firm
  registered: NonNullable<Draft['registered']>
  pay: RegisterCalls['pay']
  leave: RegisterCalls['leave']
  onDone: (paid: boolean) => void
}

/** Step 3 offers to pay one collection in advance. */
export function PaymentStep({ firm, registered: { email, payment }, pay, leave, onDone }: PaymentStepProps) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (payment === undefined) return null
  async function payNow(checkoutToken: string): Promise<void> {
    setBusy(true)
    setTrouble(null)
    const answer = await pay(checkoutToken)
    // The button stays pressed until the browser has left.
    if (answer.kind === 'ok') return leave(answer.value.url)
    setBusy(false)
    if (answer.kind === 'refused' && answer.problem.code === 'paid_already') return onDone(true)
    setTrouble(
      answer.kind === 'refused'
        ? answer.problem.message
        : t('Please try again when you’re back online. What you entered is still here.'),
    )
    return undefined
  }
  return (
    <>
      <Note tone={firm.sendsMail === false ? 'warn' : 'good'}>{linkMailed(firm, email)}</Note>
      <strong>{t('Pay {{amount}} for one collection now?', { amount: showDollars(payment.amount) })}</strong>
      <p>{t('It stays in your account as credit. You can also pay later.')}</p>
      <Note tone="bad" role="alert">
        {trouble}
      </Note>
      <Button loading={busy} onClick={() => void payNow(payment.checkoutToken)}>
        {t('Pay now')}
      </Button>
      <Button variant="default" disabled={busy} onClick={() => onDone(false)}>
        {t('No, thanks')}
      </Button>
    </>
  )
}
