import {
  blockCustomer,
  cancelCustomer,
  type Customer,
  deleteCustomer,
  reactivateCustomer,
} from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { DuePick, dueOf } from '#client/shells/due-pick.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
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

export function CancelDialog({ customer: { customerID, fullName }, onClose }: DialogProps) {
  const { t } = useTranslation('customers')
  return (
    <ReasonDialog
      title={t('cancelTitle', { name: fullName })}
      endpoint={cancelCustomer}
      fixed={{ customerID }}
      label={t('reason')}
      done={t('canceled')}
      submit={t('cancelService')}
      danger
      onClose={onClose}
    >
      <p>{t('cancelWhy')}</p>
    </ReasonDialog>
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

export function DeleteQuestion({
  customer: { customerID, fullName, version },
  onClose,
  onGone,
}: DialogProps & { onGone: () => void }) {
  const { t } = useTranslation('customers')
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
    </ConfirmCommand>
  )
}
