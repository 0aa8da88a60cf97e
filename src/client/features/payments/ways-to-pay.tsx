import { Button } from '@mantine/core'
import type { Invoice } from '#contract/v1/invoices.ts'
import type { OwnWays } from '#contract/v1/payments.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { Facts } from '#client/shells/facts.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useOwnWays, WAYS_HEIGHT } from './own-ways.ts'
import styles from './pay-page.module.css'

export function WaysToPay() {
  const { t } = useTranslation('payments')
  const ways = useOwnWays()
  if (ways === undefined) return <div style={{ minHeight: WAYS_HEIGHT }} />
  if (ways.bank === null && ways.confirming.length === 0) return null
  return (
    <div className={styles.ways} style={{ minHeight: WAYS_HEIGHT }}>
      <div role="status">
        {ways.confirming.map(({ checkoutID, amount, pending }) => (
          <Note key={checkoutID} tone="warn">
            {t(pending ? 'confirmingByBank' : 'confirming', { amount: showMoney(nearestCents(amount)) })}
          </Note>
        ))}
      </div>
      <BankTransfer ways={ways} />
    </div>
  )
}

/** How to pay one invoice by bank transfer; nothing while a payment of it is being confirmed. */
export function TransferFor({ invoice: { invoiceID, owing } }: { invoice: Pick<Invoice, 'invoiceID' | 'owing'> }) {
  const ways = useOwnWays()
  if (ways === undefined || ways.confirming.some(({ invoiceIDs }) => invoiceIDs.includes(invoiceID))) return null
  return <BankTransfer ways={ways} owing={owing} />
}

/** A folded line; nothing where Settings has no bank account of the firm. */
function BankTransfer({ ways: { bank, paymentReference }, owing }: { ways: OwnWays; owing?: number }) {
  const { t } = useTranslation('payments')
  if (bank === null) return null
  return (
    <details>
      <summary className={styles.transfer}>{t('transfer')}</summary>
      <Facts
        facts={[
          ...(owing === undefined ? [] : [{ label: t('owing'), value: showMoney(nearestCents(owing)) }]),
          { label: t('accountName'), value: bank.accountName },
          { label: t('bsb'), value: <Copied field="BSB" text={bank.bsb} /> },
          { label: t('accountNumber'), value: <Copied field="AccountNumber" text={bank.accountNumber} /> },
          { label: t('reference'), value: <Copied field="Reference" text={paymentReference} /> },
        ]}
      />
    </details>
  )
}

function Copied({ field, text }: { field: 'BSB' | 'AccountNumber' | 'Reference'; text: string }) {
  const { t } = useTranslation('payments')
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => showSuccess(t(`copied${field}`)),
      () => showFailure(t('errorOccurred'), t('copyFailed')),
    )
  return (
    <span className={styles.reference}>
      {text}
      <Button variant="default" aria-label={t(`copy${field}`)} onClick={copy}>
        {t('copy')}
      </Button>
    </span>
  )
}
