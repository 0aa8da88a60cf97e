import { useState } from 'react'
import { Button, Checkbox, Flex, NativeSelect, Stack } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { type previewSettlement, settleCustomer } from '#contract/v1/invoices.ts'
import { showDollars } from '#domain/money.ts'
import { isTypedPayment, SettlementEffect } from '#client/shells/account-effect.tsx'
import { DayInput } from '#client/shells/day-input.tsx'
import { askEnteredAlready } from '#client/shells/entered-already.tsx'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import type { PartCustomer } from '#client/shells/office-feature.ts'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { paymentTypes } from '#client/shells/payment-fields.tsx'
import { RecoverOffer } from '#client/shells/recover-offer.tsx'
import { useStanding } from '#client/shells/standing.ts'
import { useToday } from '#client/shells/today.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'

type Settled = OutputOf<typeof settleCustomer>
type Values = { amount: number | ''; paymentType: string; datePaid: string; invoiceUnbilled: boolean }

/** What the preview is asked with. Without a payment type no cash is rounded. */
function settlementOf(
  customerID: string,
  { amount, paymentType, datePaid, invoiceUnbilled }: Values,
): CallOf<typeof previewSettlement> {
  return {
    customerID,
    ...(amount === '' ? {} : { amount, ...(isTypedPayment(paymentType) && { paymentType }), datePaid }),
    ...(invoiceUnbilled ? { invoiceUnbilled } : {}),
  }
}

/**
 * Applies credit, then a payment, to the customer's open invoices, oldest first; then shows what was applied (domain.md
 * 7).
 */
export function SettleDialog({
  customer: { customerID, fullName },
  onClose,
}: {
  customer: PartCustomer
  onClose: () => void
}) {
  const today = useToday()
  const types = paymentTypes()
  const standing = useStanding(customerID)
  const [settled, setSettled] = useState<Settled | null>(null)
  if (settled !== null) return <Result customerID={customerID} settled={settled} onClose={onClose} />
  if (standing === undefined) return null
  const { owing, credit, unbilled } = standing
  return (
    <FormShell
      title={t('Settle: {{name}}', { name: fullName })}
      as="dialog"
      endpoint={settleCustomer}
      fixed={{ customerID }}
      initial={{ amount: '', paymentType: '', datePaid: today, invoiceUnbilled: false } as Values}
      check={({ amount, paymentType }): Record<string, string> =>
        amount !== '' && paymentType === '' ? { paymentType: t('This field is mandatory') } : {}
      }
      toInput={({ amount, paymentType, datePaid, invoiceUnbilled }) => ({
        ...(amount === '' ? {} : { amount, paymentType, datePaid }),
        ...(invoiceUnbilled ? { invoiceUnbilled } : {}),
      })}
      done={t('Account settled')}
      submit={t('Settle')}
      renderQuestion={askEnteredAlready}
      onClose={onClose}
      onSaved={setSettled}
    >
      {(form) => (
        <>
          <p>
            <strong>
              {t('Owing {{owing}} · credit {{credit}}', { owing: showDollars(owing), credit: showDollars(credit) })}
            </strong>
          </p>
          <p>
            {t(
              'Pays the oldest invoices first, from credit and then from this payment. Anything left over stays as credit.',
            )}
          </p>
          <Fields>
            <MoneyInput
              label={t('Payment')}
              description={t('Leave blank to use credit only.')}
              data-autofocus
              {...form.getInputProps('amount')}
            />
            {form.getValues().amount === '' ? null : (
              <>
                <NativeSelect label={t('Paid by')} withAsterisk data={types} {...form.getInputProps('paymentType')} />
                <DayInput label={t('Paid on')} withAsterisk maxDate={today} {...form.getInputProps('datePaid')} />
              </>
            )}
            {unbilled === 0 ? null : (
              <Wide>
                <Checkbox
                  label={t('Invoice {{amount}} of unbilled collections first', { amount: showDollars(unbilled) })}
                  {...form.getInputProps('invoiceUnbilled', { type: 'checkbox' })}
                />
              </Wide>
            )}
          </Fields>
          <SettlementEffect input={settlementOf(customerID, form.getValues())} />
        </>
      )}
    </FormShell>
  )
}

interface ResultProps {
  customerID: string
  settled: Settled
  onClose: () => void
}

function Result({ customerID, settled: { applied, credit, accountBalance }, onClose }: ResultProps) {
  const standing = useStanding(customerID)
  return (
    <OfficeDialog onClose={onClose} title={t('Applied')}>
      <Stack gap="md">
        {applied.length === 0 ? <p>{t('No open invoices.')}</p> : null}
        <Flex component="ul" direction="column">
          {applied.map(({ invoiceID, number, amount, from }) => (
            <Flex
              key={`${invoiceID} ${from}`}
              component="li"
              wrap="wrap"
              justify="space-between"
              align="baseline"
              fw={600}
            >
              <Link to={officePaths.invoice(invoiceID)} onClick={onClose}>
                {t(from === 'credit' ? '{{number}} from credit' : '{{number}} from the payment', { number })}
              </Link>
              <Money dollars={amount} />
            </Flex>
          ))}
        </Flex>
        {credit === 0 ? null : (
          <Flex component="p" wrap="wrap" justify="space-between" align="baseline" fw={600}>
            <span>{t('Credit')}</span>
            <Money dollars={credit} />
          </Flex>
        )}
        <Flex component="p" wrap="wrap" justify="space-between" align="baseline" fw={600}>
          <span>{t('Balance')}</span>
          <Money dollars={accountBalance} balance />
        </Flex>
        {standing === undefined ? null : <RecoverOffer account={standing} onLeave={onClose} />}
        <div>
          <Button onClick={onClose} data-autofocus>
            {t('Close')}
          </Button>
        </div>
      </Stack>
    </OfficeDialog>
  )
}
