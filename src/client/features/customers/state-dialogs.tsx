import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import {
  blockCustomer,
  cancelCustomer,
  type Customer,
  deleteCustomer,
  previewCancel,
  reactivateCustomer,
} from '#contract/v1/customers.ts'
import { getLedger } from '#contract/v1/transactions.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { DuePick, dueOf } from '#client/shells/due-pick.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface DialogProps {
  customer: Customer
  onClose: () => void
}

export function BlockDialog({ customer: { customerID, fullName }, onClose }: DialogProps) {
  const { t } = useTranslation('customers')
  return (
    <ReasonDialog
      title={t('blockTitle', { name: fullName })}
      endpoint={blockCustomer}
      fixed={{ customerID }}
      label={t('reason')}
      done={t('blocked')}
      submit={t('block')}
      danger
      onClose={onClose}
    >
      <p>{t('blockWhy')}</p>
    </ReasonDialog>
  )
}

export function CancelDialog({ customer: { customerID, fullName, email }, onClose }: DialogProps) {
  const { t } = useTranslation('customers')
  const hasMailServer = useHasMailServer()
  const { data, error, refetch } = useQuery({
    ...ask(previewCancel, { customerID }, { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  return (
    <ReasonDialog
      title={t('cancelTitle', { name: fullName })}
      endpoint={cancelCustomer}
      fixed={{ customerID }}
      label={t('reason')}
      done={t('canceled')}
      submit={t('cancelService')}
      leave={t('keepCustomer')}
      disabled={data === undefined}
      danger
      onClose={onClose}
    >
      <p>
        {t('cancelWhy')} {email !== null && hasMailServer ? t('cancelMailed', { email }) : null}
      </p>
      {data === undefined ? null : <CancelMoney {...data} />}
      {email === null ? null : <NoMailServer when="with" />}
      <StaleNotice inline error={error} onRetry={refetch} />
    </ReasonDialog>
  )
}

function CancelMoney({ invoices, amount, givenBack, balance }: OutputOf<typeof previewCancel>) {
  const { t } = useTranslation('customers')
  const money = (dollars: number) => showMoney(nearestCents(Math.abs(dollars)))
  return (
    <Note tone={amount > 0 || givenBack > 0 ? 'warn' : 'good'}>
      {[
        ...(invoices === 0 ? [] : [t('cancelInvoices', { count: invoices, amount: money(amount) })]),
        ...(givenBack === 0 ? [] : [t('cancelGivenBack', { amount: money(givenBack) })]),
        balance === 0
          ? t('cancelSettled')
          : t(balance < 0 ? 'cancelOwing' : 'cancelCredit', { amount: money(balance) }),
      ].join(' ')}
    </Note>
  )
}

/** Asks for a reactivated customer's first period; customers on request, or without a week, have none. */
export function ReactivateDialog({
  customer: { customerID, fullName, collectionScheme, weekNumber },
  onClose,
}: DialogProps) {
  const { t } = useTranslation('customers')
  const hasDue = weekNumber !== null && !isOnRequest(collectionScheme)
  return (
    <FormShell
      title={t('reactivateTitle', { name: fullName })}
      as="dialog"
      endpoint={reactivateCustomer}
      fixed={{ customerID }}
      initial={{ due: '' }}
      required={hasDue ? ['due'] : []}
      toInput={({ due }) => ({ due: dueOf(due, collectionScheme) })}
      editing={null}
      labels={{ due: t('due') }}
      done={t('reactivated')}
      submit={t('reactivate')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <p>{t('reactivateWhy')}</p>
          <DuePick
            scheme={collectionScheme}
            weekNumber={weekNumber}
            required={hasDue}
            value={form.getValues().due}
            onChange={(due) => form.setFieldValue('due', due)}
            error={form.errors['due'] ?? form.errors['due.weekNumber'] ?? form.errors['due.monthNumber']}
          />
        </>
      )}
    </FormShell>
  )
}

/** Deleting changes no money, so what is open stays in the books, with no one to pay it. */
function DeleteMoney({ owing, credit, unbilled, prepaidLeft }: OutputOf<typeof getLedger>) {
  const { t } = useTranslation('customers')
  const money = (dollars: number) => showMoney(nearestCents(dollars))
  const sentences = [
    owing > 0 && t('deleteOwing', { amount: money(owing) }),
    credit > 0 && t('deleteCredit', { amount: money(credit) }),
    unbilled > 0 && t('deleteUnbilled', { amount: money(unbilled) }),
    prepaidLeft > 0 && t('deletePrepaid', { count: prepaidLeft }),
  ].filter((one) => one !== false)
  return sentences.length === 0 ? (
    <Note tone="good">{t('deleteSettled')}</Note>
  ) : (
    <Note tone="warn">{sentences.join(' ')}</Note>
  )
}

export function DeleteQuestion({
  customer: { customerID, fullName, version },
  onClose,
  onGone,
}: DialogProps & { onGone: () => void }) {
  const { t } = useTranslation('customers')
  const { data, error, refetch } = useQuery({
    ...ask(getLedger, { customerID }, { inPlace: true }),
    staleTime: 0,
    throwOnError: false,
  })
  return (
    <ConfirmCommand
      opened
      question={t('deleteQuestion', { name: fullName })}
      cancel={t('cancel')}
      confirm={t('delete')}
      danger
      endpoint={deleteCustomer}
      input={{ customerID }}
      ifMatch={version}
      done={t('deleted')}
      onClose={onClose}
      onDone={onGone}
    >
      <p>{t('deleteWhy')}</p>
      {data === undefined ? null : <DeleteMoney {...data} />}
      <StaleNotice inline error={error} onRetry={refetch} />
    </ConfirmCommand>
  )
}
