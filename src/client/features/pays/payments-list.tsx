import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import {
  getPaymentAdjustmentPdf,
  getPaymentPdf,
  listPayments,
  type Payment,
  reversePayment,
  sendStatement,
} from '#contract/v1/pays.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { usePdf } from '#client/shells/pdf-button.tsx'
import { driverSource } from '#client/shells/pick-sources.ts'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { PayFiles } from './pay-files.tsx'
import { paymentsColumns } from './payments-columns.tsx'
import { PaysTabs } from './pays-tabs.tsx'

/** /incomes/payments: what was paid to drivers, with its papers and files. */
export function PaymentsList() {
  const { t } = useTranslation('pays')
  const [reversing, setReversing] = useState<Payment | null>(null)
  const [sending, setSending] = useState<Payment | null>(null)
  const [files, setFiles] = useState(false)
  const savePdf = usePdf()
  const columns = paymentsColumns({
    t,
    onPdf: ({ transactionID: payID, refId, rctiNumber }) =>
      void savePdf(getPaymentPdf, { payID }, `${rctiNumber ?? refId}.pdf`),
    onNote: ({ transactionID: payID, adjustmentNumber }) =>
      void savePdf(getPaymentAdjustmentPdf, { payID }, `${adjustmentNumber}.pdf`),
    onSend: setSending,
    onReverse: setReversing,
  })
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'day', name: 'from', label: t('from') },
      { kind: 'day', name: 'to', label: t('to') },
      { kind: 'pick', name: 'driverID', label: t('driver'), source: driverSource },
    ],
    [t],
  )
  return (
    <>
      <ListScreen
        name="driver-payments"
        title={t('page')}
        endpoint={listPayments}
        columns={columns}
        keyOf={({ transactionID }) => transactionID}
        nameOf={({ refId }) => refId}
        filters={filters}
        search={t('paymentsSearch')}
        counted={(count) => t('paymentsTotal', { count })}
        dimmed={({ reversedOn }) => reversedOn !== null}
        actions={<Button onClick={() => setFiles(true)}>{t('files')}</Button>}
        tabs={<PaysTabs />}
        empty={{ title: t('paymentsEmpty'), how: t('paymentsEmptyHow') }}
      />
      {files ? <PayFiles onClose={() => setFiles(false)} /> : null}
      {sending === null ? null : (
        <ConfirmCommand
          opened
          question={t('sendQuestion', {
            number: sending.adjustmentNumber ?? sending.rctiNumber ?? sending.refId,
            driver: sending.driver,
          })}
          cancel={t('cancel')}
          confirm={t('send')}
          endpoint={sendStatement}
          input={{ payID: sending.transactionID }}
          done={t('sendDone', { driver: sending.driver })}
          mails
          onClose={() => setSending(null)}
          onDone={() => setSending(null)}
        />
      )}
      {reversing === null ? null : (
        <ReasonDialog
          title={t('reverseTitle', {
            number: reversing.refId,
            amount: showMoney(nearestCents(reversing.total)),
            driver: reversing.driver,
          })}
          endpoint={reversePayment}
          fixed={{ payID: reversing.transactionID }}
          label={t('reason')}
          done={t('reverseDone')}
          submit={t('reverse')}
          danger
          onClose={() => setReversing(null)}
        >
          <p>{t('reverseWhy')}</p>
          {reversing.rctiNumber === null ? null : <p>{t('reverseNote', { number: reversing.rctiNumber })}</p>}
        </ReasonDialog>
      )}
    </>
  )
}
