import { useState } from 'react'
import type { Payable } from '#contract/v1/payments.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import type { Answer } from '#client/api/answers.ts'
import { LinkNotOpen } from '#client/shells/link-not-open.tsx'
import { linkShown, useSignedLink } from '#client/shells/use-signed-link.ts'
import { Button } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { FactList } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './pay-page.module.css'

interface PayPageProps {
  firm: { name: string; logoUrl: string | null }
  token: string
  look: (token: string) => Promise<Answer<Payable>>
  open: (token: string) => Promise<Answer<{ url: string }>>
  leave: (url: string) => void
}

/** /pay/:token: what an invoice owes, opened by its pay link, without a sign-in. */
export function PayPage({ firm, token, look, open, leave }: PayPageProps) {
  const { shown, setShown, busy, setBusy, lookAgain } = useSignedLink(token, look)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function pay(): Promise<void> {
    setBusy(true)
    setTrouble(null)
    const answer = await open(token)
    // The button stays pressed until the browser has left.
    if (answer.kind === 'ok') return leave(answer.value.url)
    setBusy(false)
    if (answer.kind !== 'refused')
      return setTrouble(
        t(
          answer.kind === 'offline'
            ? 'Please try again when you’re back online.'
            : 'Couldn’t reach the server. This network may need its own sign-in.',
        ),
      )
    setTrouble(answer.problem.message)
    // The invoice was paid, or is being paid, meanwhile.
    if (answer.status === 409) setShown(linkShown(await look(token)))
  }

  if (shown?.kind !== 'ok')
    return (
      <LinkNotOpen
        invalid={{
          title: t('This link doesn’t work'),
          why: t('Please open the link in your invoice email again, or ask us for a new one.'),
        }}
        firm={firm}
        shown={shown}
        busy={busy}
        title={t('Pay now')}
        onAgain={() => void lookAgain()}
      />
    )
  const { businessName, logoUrl, number, owing, dueDate, paid, pending, debitFailed, canPay } = shown.value
  return (
    <CentredPage name={businessName} logoUrl={logoUrl} title={t('Pay {{number}}', { number })}>
      {owing === 0 ? (
        <Note tone="good">
          {t(paid === false ? 'There’s nothing to pay on this invoice.' : 'This invoice is paid. Thank you!')}
        </Note>
      ) : (
        <>
          <FactList
            facts={[
              [
                t('To pay'),
                <span key="owing" className={styles.owing}>
                  {showDollars(owing)}
                </span>,
              ],
              [t('Due'), formatDay(dueDate)],
            ]}
          />
          <Note tone="bad" role="alert">
            {trouble}
          </Note>
          {debitFailed ? (
            <Note tone="bad">{t('Your bank didn’t pay. Nothing was taken from your account. Please pay again.')}</Note>
          ) : null}
          {pending ? (
            <Note tone="warn">{t('A payment is waiting for your bank. That can take a few days.')}</Note>
          ) : canPay ? (
            <Button loading={busy} onClick={() => void pay()}>
              {t('Pay {{amount}}', { amount: showDollars(owing) })}
            </Button>
          ) : (
            <Note tone="warn">{t('Card payments aren’t available. The invoice says how else to pay.')}</Note>
          )}
        </>
      )}
    </CentredPage>
  )
}
