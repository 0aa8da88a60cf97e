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
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { EffectToCome } from '#client/shells/account-effect.tsx'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { DuePick, dueOf } from '#client/shells/due-pick.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

interface DialogProps {
  customer: Customer
  onClose: () => void
}

export function BlockDialog({ customer: { customerID, fullName }, onClose }: DialogProps) {
  return (
    <ReasonDialog
      title={t('Block {{name}}', { name: fullName })}
      endpoint={blockCustomer}
      fixed={{ customerID }}
      label={t('Reason')}
      done={t('Customer blocked')}
      submit={t('Block')}
      danger
      onClose={onClose}
    >
      <p>{t('Not collected, and removed from planned runs. They can still sign in and pay.')}</p>
    </ReasonDialog>
  )
}

export function CancelDialog({ customer: { customerID, fullName, email }, onClose }: DialogProps) {
  const hasMailServer = useHasMailServer()
  const { data, error, refetch } = useQuery({
    ...ask(previewCancel, { customerID }, { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  return (
    <ReasonDialog
      title={t('Cancel {{name}}’s service', { name: fullName })}
      endpoint={cancelCustomer}
      ends={previewCancel}
      fixed={{ customerID }}
      label={t('Reason')}
      done={t('Service cancelled')}
      submit={t('Cancel service')}
      leave={t('Keep customer')}
      disabled={data === undefined}
      danger
      onClose={onClose}
    >
      <p>
        {t('The customer is removed from planned runs. You can reactivate the service later.')}{' '}
        {email !== null && hasMailServer ? t('{{email}} gets an email about it.', { email }) : null}
      </p>
      {data !== undefined ? <CancelMoney {...data} /> : error === null ? <EffectToCome /> : null}
      {email === null ? null : <NoMailServer when="with" />}
      <StaleNotice inline error={error} onRetry={refetch} />
    </ReasonDialog>
  )
}

function CancelMoney({ invoices, amount, givenBack, balance, later = 0 }: OutputOf<typeof previewCancel>) {
  const money = (dollars: number) => showDollars(Math.abs(dollars))
  return (
    <Note tone={amount > 0 || givenBack > 0 || balance < 0 || later > 0 ? 'warn' : 'good'}>
      {[
        ...(invoices === 0
          ? []
          : [
              plural(
                invoices,
                'Collections not billed yet go on an invoice: {{amount}}.',
                'Collections not billed yet go on {{count}} invoices: {{amount}}.',
                { amount: money(amount) },
              ),
            ]),
        ...(givenBack === 0
          ? []
          : [t('Prepaid collections not used are given back: {{amount}}.', { amount: money(givenBack) })]),
        balance === 0
          ? t('The customer then owes nothing.')
          : t(balance < 0 ? 'The customer then owes {{amount}}.' : 'The customer then has {{amount}} in credit.', {
              amount: money(balance),
            }),
        ...(later === 0
          ? []
          : [t('The last collection is invoiced when its run is completed: {{amount}}.', { amount: money(later) })]),
      ].join(' ')}
    </Note>
  )
}

/** Asks for a reactivated customer's first period; customers on request, or without a week, have none. */
export function ReactivateDialog({
  customer: { customerID, fullName, collectionScheme, weekNumber },
  onClose,
}: DialogProps) {
  const hasDue = weekNumber !== null && !isOnRequest(collectionScheme)
  return (
    <FormShell
      title={t('Reactivate {{name}}', { name: fullName })}
      as="dialog"
      endpoint={reactivateCustomer}
      fixed={{ customerID }}
      initial={{ due: '' }}
      required={hasDue ? ['due'] : []}
      toInput={({ due }) => ({ due: dueOf(due, collectionScheme) })}
      labels={{ due: t('First collection') }}
      done={t('Customer reactivated')}
      submit={t('Reactivate')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>{t('Collections start again from the first collection you choose.')}</p>
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
  const sentences = [
    owing > 0 &&
      t(
        'The customer owes {{amount}}: it stays in the books, but can’t be reminded of. Record the payment or write it off first.',
        { amount: showDollars(owing) },
      ),
    credit > 0 &&
      t('The customer has {{amount}} in credit: it stays in the books. Refund it first.', {
        amount: showDollars(credit),
      }),
    unbilled > 0 &&
      t('Collections for {{amount}} aren’t invoiced yet. Cancelling the service first invoices them.', {
        amount: showDollars(unbilled),
      }),
    prepaidLeft > 0 &&
      plural(
        prepaidLeft,
        '{{count}} prepaid collection is left. Cancelling the service first gives it back.',
        '{{count}} prepaid collections are left. Cancelling the service first gives them back.',
      ),
  ].filter((one) => one !== false)
  return sentences.length === 0 ? (
    <Note tone="good">{t('The customer owes nothing and has no credit.')}</Note>
  ) : (
    <Note tone="warn">{sentences.join(' ')}</Note>
  )
}

export function DeleteQuestion({
  customer: { customerID, fullName, version },
  onClose,
  onGone,
}: DialogProps & { onGone: () => void }) {
  const { data, error, refetch } = useQuery({
    ...ask(getLedger, { customerID }, { inPlace: true }),
    staleTime: 0,
    throwOnError: false,
  })
  return (
    <ConfirmCommand
      opened
      question={t('Delete {{name}}?', { name: fullName })}
      confirm={t('Delete')}
      danger
      endpoint={deleteCustomer}
      input={{ customerID }}
      ifMatch={version}
      done={t('Customer deleted')}
      onClose={onClose}
      onDone={onGone}
    >
      <p>{t('No history: permanently deleted. Otherwise personal details are removed and records kept.')}</p>
      {data !== undefined ? <DeleteMoney {...data} /> : error === null ? <EffectToCome /> : null}
      <StaleNotice inline error={error} onRetry={refetch} />
    </ConfirmCommand>
  )
}
