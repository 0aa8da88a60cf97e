import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import {
  getPaymentAdjustmentPdf,
  getPaymentPdf,
  listPayments,
  makeAbaFile,
  type Payment,
  reversePayment,
  sendStatement,
} from '#contract/v1/pays.ts'
import { showDollars } from '#domain/money.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { usePdf } from '#client/shells/pdf-button.tsx'
import { driverSource } from '#client/shells/pick-sources.ts'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { May } from '#client/shells/role.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { PayFiles } from './pay-files.tsx'
import { paymentsColumns } from './payments-columns.tsx'
import { PaysTabs } from './pays-tabs.tsx'

/** /incomes/payments: what was paid to drivers, with its papers and files. */
export function PaymentsList() {
  const [reversing, setReversing] = useState<Payment | null>(null)
  const [sending, setSending] = useState<Payment | null>(null)
  const [files, setFiles] = useState(false)
  const savePdf = usePdf()
  const columns = paymentsColumns({
    onPdf: ({ transactionID: payID, refId, rctiNumber }) =>
      void savePdf(getPaymentPdf, { payID }, `${rctiNumber ?? refId}.pdf`),
    onNote: ({ transactionID: payID, adjustmentNumber }) =>
      void savePdf(getPaymentAdjustmentPdf, { payID }, `${adjustmentNumber}.pdf`),
    onSend: setSending,
    onReverse: setReversing,
  })
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'day', name: 'from', label: t('From') },
      { kind: 'day', name: 'to', label: t('To') },
      { kind: 'pick', name: 'driverID', label: t('Driver'), source: driverSource },
    ],
    [],
  )
  return (
    <>
      <ListScreen
        name="driver-payments"
        title={t('Driver pay')}
        endpoint={listPayments}
        columns={columns}
        keyOf={({ transactionID }) => transactionID}
        nameOf={({ refId }) => refId}
        filters={filters}
        search={t('Driver, number')}
        counted={(count) => plural(count, '{{count}} payment', '{{count, number}} payments')}
        dimmed={({ reversedOn }) => reversedOn !== null}
        actions={
          <May call={makeAbaFile}>
            <Button onClick={() => setFiles(true)}>{t('Pay day files')}</Button>
          </May>
        }
        tabs={<PaysTabs />}
        empty={{ title: t('No payments yet'), how: t('Pay a driver in the tab Incomes.') }}
      />
      {files ? <PayFiles onClose={() => setFiles(false)} /> : null}
      {sending === null ? null : (
        <ConfirmCommand
          opened
          question={t('Email {{number}} to {{driver}}?', {
            number: sending.adjustmentNumber ?? sending.rctiNumber ?? sending.refId,
            driver: sending.driver,
          })}
          confirm={t('Email')}
          endpoint={sendStatement}
          input={{ payID: sending.transactionID }}
          done={t('Sending the email to {{driver}}', { driver: sending.driver })}
          mails
          onClose={() => setSending(null)}
        />
      )}
      {reversing === null ? null : (
        <ReasonDialog
          title={t('Reverse {{number}}, {{amount}} to {{driver}}?', {
            number: reversing.refId,
            amount: showDollars(reversing.total),
            driver: reversing.driver,
          })}
          endpoint={reversePayment}
          fixed={{ payID: reversing.transactionID }}
          label={t('Reason')}
          done={t('Payment reversed')}
          submit={t('Reverse')}
          danger
          onClose={() => setReversing(null)}
        >
          <p>{t('The lines can be paid again. If the money has left your bank, get it back first.')}</p>
          {reversing.rctiNumber === null ? null : (
            <p>{t('An adjustment note takes {{number}} back.', { number: reversing.rctiNumber })}</p>
          )}
        </ReasonDialog>
      )}
    </>
  )
}
