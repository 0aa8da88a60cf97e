import { useState } from 'react'
import { Button } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Customer, deleteCustomer, getCustomer, liftHold, updateCustomer } from '#contract/v1/customers.ts'
import { customerActions } from '#domain/customers.ts'
import { isHoldLifted } from '#domain/holding.ts'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { ShareEmail } from '#client/shells/share-email.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useToday } from '#client/shells/today.ts'
import { useLatest } from '#client/shells/use-edited.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { CycleEdit } from './cycle-edit.tsx'
import { BlockDialog, CancelDialog, DeleteQuestion, ReactivateDialog } from './state-dialogs.tsx'
import { PendingPriceQuestion } from './pending-price-question.tsx'
import { LiftedHoldDialog, LiftHoldDialog } from './lift-hold-dialog.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { customerInput, type CustomerValues, customerValues, EDIT_REQUIRED } from './customer-values.ts'
import { customerLabels } from '#client/shells/new-customer.ts'

/** Frequent commands, shown as buttons; the others are in the More menu. */
const AT_HAND: readonly string[] = ['edit', 'cycle', 'reactivate', 'hold']

/** A request's commands on this page; its others are on the request's page. */
const HERE = sentences({
  edit: 'Edit',
  cycle: 'Update cycles',
  reactivate: 'Reactivate',
  hold: 'Lift hold',
  lifted: 'Change lifted hold',
  block: 'Block',
  cancel: 'Cancel service',
  delete: 'Delete',
})
type Act = keyof typeof HERE

/**
 * The commands the customer's state allows, each with its dialog. @param list where to go after the customer was
 * deleted
 */
export function CustomerActs({ customer, list }: { customer: Customer; list: string }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  // A link may ask for the edit form.
  const [act, setAct] = useState<Act | null>((state as { edit?: boolean } | null)?.edit ? 'edit' : null)
  const allowed = customerActions(customer.status)
  const mayLift = useMayCall(liftHold)
  const mayDelete = useMayCall(deleteCustomer)
  const today = useToday()
  const isOffered = (one: Act): boolean => {
    if (one === 'hold') return customer.onHold != null && mayLift
    if (one === 'lifted') return customer.onHold == null && isHoldLifted(customer.holdLiftedUntil, today) && mayLift
    return allowed.includes(one) && (one !== 'delete' || mayDelete)
  }
  const here = (Object.keys(HERE) as Act[]).filter(isOffered)
  const rare = here.filter((one) => !AT_HAND.includes(one))
  const close = () => setAct(null)
  return (
    <>
      {here
        .filter((one) => AT_HAND.includes(one))
        .map((one) => (
          <Button key={one} variant={one === 'edit' ? 'filled' : 'default'} onClick={() => setAct(one)}>
            {t(HERE[one])}
          </Button>
        ))}
      <MoreActs
        acts={rare.map((one) => ({ label: t(HERE[one]), danger: one === 'delete', onClick: () => setAct(one) }))}
      />
      {act === 'edit' ? <CustomerEdit customer={customer} onClose={close} /> : null}
      {act === 'cycle' ? <CycleEdit customer={customer} onClose={close} /> : null}
      {act === 'hold' ? <LiftHoldDialog customer={customer} onClose={close} /> : null}
      {act === 'lifted' ? <LiftedHoldDialog customer={customer} onClose={close} /> : null}
      {act === 'block' ? <BlockDialog customer={customer} onClose={close} /> : null}
      {act === 'cancel' ? <CancelDialog customer={customer} onClose={close} /> : null}
      {act === 'reactivate' ? <ReactivateDialog customer={customer} onClose={close} /> : null}
      {act === 'delete' ? <DeleteQuestion customer={customer} onClose={close} onGone={() => navigate(list)} /> : null}
    </>
  )
}

/** The fields of updateCustomer; status and cycle have forms of their own. */
function CustomerEdit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const latest = useLatest(getCustomer, { customerID: customer.customerID }, customerValues)
  return (
    <FormShell
      title={t('Edit {{name}}', { name: customer.fullName })}
      endpoint={updateCustomer}
      fixed={{ customerID: customer.customerID }}
      initial={customerValues(customer)}
      required={EDIT_REQUIRED}
      toInput={editInput}
      editing={{ version: customer.version, latest }}
      labels={customerLabels()}
      done={t('Customer saved')}
      renderQuestion={({ code }, again) =>
        code === 'email_taken' ? (
          <ShareEmail again={again} />
        ) : code === 'pending_price_undecided' ? (
          <PendingPriceQuestion pending={customer.pendingPrices ?? []} again={again} />
        ) : null
      }
      onClose={onClose}
    >
      {(form) => <CustomerFields form={form} isNew={false} scheme={customer.collectionScheme} />}
    </FormShell>
  )
}

const editInput = ({ collectionScheme: _scheme, due: _due, ...values }: CustomerValues) => {
  const {
    due: _nothing,
    collectionScheme: _none,
    ...input
  } = customerInput(null)({ ...values, collectionScheme: '', due: '' })
  return input
}
