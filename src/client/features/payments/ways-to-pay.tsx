import { Button } from '@mantine/core'
import { nearestCents, showMoney } from '#domain/money.ts'
import { Facts } from '#client/shells/facts.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useOwnWays } from './own-ways.ts'
import styles from './pay-page.module.css'

/** Above a customer's invoices: payments that are being confirmed, and how to pay by bank transfer. */
export function WaysToPay() {
  const { t } = useTranslation('payments')
  const ways = useOwnWays()
  if (ways === undefined) return null
  const { bank, paymentReference, confirming } = ways
  const copy = () =>
    void navigator.clipboard.writeText(paymentReference).then(
      () => showSuccess(t('copied')),
      () => showFailure(t('errorOccurred'), t('copyFailed')),
    )
  return (
    <div className={styles.ways}>
      <div role="status">
        {confirming.map(({ checkoutID, amount, pending }) => (
          <Note key={checkoutID} tone="warn">
            {t(pending ? 'confirmingByBank' : 'confirming', { amount: showMoney(nearestCents(amount)) })}
          </Note>
        ))}
      </div>
      {bank === null ? null : (
        <details>
          <summary className={styles.transfer}>{t('transfer')}</summary>
          <Facts
            facts={[
              { label: t('accountName'), value: bank.accountName },
              { label: t('bsb'), value: bank.bsb },
              { label: t('accountNumber'), value: bank.accountNumber },
              {
                label: t('reference'),
                value: (
                  <span className={styles.reference}>
                    {paymentReference}
                    <Button variant="default" aria-label={t('copyReference')} onClick={copy}>
                      {t('copy')}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        </details>
      )}
    </div>
  )
}
