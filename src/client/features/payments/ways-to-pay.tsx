import { Button } from '@mantine/core'
import type { Invoice } from '#contract/v1/invoices.ts'
import type { OwnWays } from '#contract/v1/payments.ts'
import { showDollars } from '#domain/money.ts'
import { Facts } from '#client/shells/facts.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Row, Stack } from '#client/ui/core/parts.tsx'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { useOwnWays, WAYS_HEIGHT } from './own-ways.ts'
import styles from './pay-page.module.css'

const COPIED_WORDS = sentences({
  BSB: 'BSB copied',
  AccountNumber: 'Account number copied',
  Reference: 'Reference copied',
})

const COPY_WORDS = sentences({
  BSB: 'Copy BSB',
  AccountNumber: 'Copy account number',
  Reference: 'Copy reference',
})

export function WaysToPay() {
  const ways = useOwnWays()
  if (ways === undefined) return <div style={{ minHeight: WAYS_HEIGHT }} />
  if (ways.bank === null && ways.confirming.length === 0 && !ways.failed?.length) return null
  return (
    <Stack gap="small" className={styles.ways} style={{ minHeight: WAYS_HEIGHT }}>
      <Confirming />
      <BankTransfer ways={ways} />
    </Stack>
  )
}

/** What the customer has paid that is not booked yet, and what their bank did not pay. */
export function Confirming() {
  const { confirming = [], failed = [] } = useOwnWays() ?? {}
  return (
    <div role="status">
      {failed.map((debit) => (
        <DebitFailed key={debit.checkoutID} {...debit} />
      ))}
      {confirming.map(({ checkoutID, amount, pending }) => (
        <Note key={checkoutID} tone="warn">
          {t(
            pending
              ? 'Your payment of {{amount}} is being confirmed by your bank. That can take a few days.'
              : 'Your payment of {{amount}} is being confirmed.',
            { amount: showDollars(amount) },
          )}
        </Note>
      ))}
    </div>
  )
}

function DebitFailed({ amount, invoices }: NonNullable<OwnWays['failed']>[number]) {
  return (
    <Note tone="bad">
      {t(
        'Your bank didn’t pay {{amount}} for {{invoices}}. Nothing was taken from your account, and it is still owing. Please pay again.',
        { amount: showDollars(amount), invoices: invoices.map(({ number }) => number).join(', ') },
      )}
    </Note>
  )
}

/** How to pay one invoice by bank transfer, and that its bank debit failed; nothing while a payment is being confirmed. */
export function TransferFor({ invoice: { invoiceID, owing } }: { invoice: Pick<Invoice, 'invoiceID' | 'owing'> }) {
  const ways = useOwnWays()
  if (ways === undefined || ways.confirming.some(({ invoiceIDs }) => invoiceIDs.includes(invoiceID))) return null
  const failed = ways.failed?.find(({ invoices }) => invoices.some((invoice) => invoice.invoiceID === invoiceID))
  return (
    <>
      {failed === undefined ? null : <DebitFailed {...failed} />}
      <BankTransfer ways={ways} owing={owing} />
    </>
  )
}

/** A folded line; nothing where Settings has no bank account of the firm. */
function BankTransfer({ ways: { bank, paymentReference }, owing }: { ways: OwnWays; owing?: number }) {
  if (bank === null) return null
  return (
    <details>
      <summary className={styles.transfer}>{t('Pay by bank transfer')}</summary>
      <Facts
        facts={[
          ...(owing === undefined ? [] : [{ label: t('To pay'), value: showDollars(owing) }]),
          { label: t('Account name'), value: bank.accountName },
          { label: t('BSB'), value: <Copied field="BSB" text={bank.bsb} /> },
          { label: t('Account number'), value: <Copied field="AccountNumber" text={bank.accountNumber} /> },
          { label: t('Reference'), value: <Copied field="Reference" text={paymentReference} /> },
        ]}
      />
    </details>
  )
}

function Copied({ field, text }: { field: 'BSB' | 'AccountNumber' | 'Reference'; text: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => showSuccess(t(COPIED_WORDS[field])),
      () => showFailure(t('An error occurred.'), t('Couldn’t copy. Please select it yourself.')),
    )
  return (
    <Row as="span" gap="small">
      {text}
      <Button variant="default" aria-label={t(COPY_WORDS[field])} onClick={copy}>
        {t('Copy')}
      </Button>
    </Row>
  )
}
