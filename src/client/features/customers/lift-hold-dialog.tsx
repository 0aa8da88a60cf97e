import { useState } from 'react'
import { type Customer, getCustomer, liftHold } from '#contract/v1/customers.ts'
import { showDollars } from '#domain/money.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { t } from '#client/ui/core/texts.ts'

const valuesOf = () => ({ liftUntil: '' })
const liftedOf = ({ holdLiftedUntil }: Customer) => ({ liftUntil: holdLiftedUntil ?? '' })

/** Collects a customer again who has not paid, up to a day. */
export function LiftHoldDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { customerID, fullName, version, onHold, email } = customer
  // The customer as read again is no longer on hold while the dialog still closes.
  const [owing] = useState(onHold?.owing ?? 0)
  const hasMailServer = useHasMailServer()
  const latest = useLatest(getCustomer, { customerID }, valuesOf)
  return (
    <FormShell
      title={t('Lift the hold of {{name}}', { name: fullName })}
      as="dialog"
      endpoint={liftHold}
      fixed={{ customerID }}
      initial={valuesOf()}
      required={['liftUntil']}
      editing={{ version, latest }}
      whole
      labels={{ liftUntil: t('Lift until') }}
      done={t('Hold lifted')}
      submit={t('Lift hold')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            {t(
              'The {{amount}} that paused them stays owing. They’re collected again, and not paused before the day after.',
              { amount: showDollars(owing) },
            )}{' '}
            {email !== null && hasMailServer ? t('{{email}} gets an email about it.', { email }) : null}
          </p>
          {email === null ? null : <NoMailServer when="with" />}
          <DayInput data-autofocus {...form.getInputProps('liftUntil')} />
        </>
      )}
    </FormShell>
  )
}

/** Another last day of a lifted hold, or none: the customer may be paused by the rules again. */
export function LiftedHoldDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { customerID, fullName, version } = customer
  const latest = useLatest(getCustomer, { customerID }, liftedOf)
  return (
    <FormShell
      title={t('Change the lifted hold of {{name}}', { name: fullName })}
      as="dialog"
      endpoint={liftHold}
      // What is sent where the field is left blank.
      fixed={{ customerID, liftUntil: null }}
      initial={liftedOf(customer)}
      editing={{ version, latest }}
      whole
      labels={{ liftUntil: t('Lift until') }}
      done={t('Lifted hold changed')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>{t('Leave blank to end it now. They’re paused again by the rules while overdue invoices aren’t paid.')}</p>
          <DayInput data-autofocus {...form.getInputProps('liftUntil')} />
        </>
      )}
    </FormShell>
  )
}
