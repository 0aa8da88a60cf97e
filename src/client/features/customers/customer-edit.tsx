import { type Customer, getCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CustomerFields } from './customer-fields.tsx'
import {
  customerInput,
  type CustomerValues,
  customerValues,
  EDIT_REQUIRED,
  useCustomerLabels,
} from './customer-values.ts'

/** The fields of updateCustomer; status and cycle have endpoints and forms of their own. */
export function CustomerEdit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const latest = useLatest(getCustomer, { customerID: customer.customerID }, customerValues)
  return (
    <FormShell
      title={t('editTitle', { name: customer.fullName })}
      endpoint={updateCustomer}
      fixed={{ customerID: customer.customerID }}
      initial={customerValues(customer)}
      required={EDIT_REQUIRED}
      toInput={editInput}
      editing={{ version: customer.version, latest }}
      labels={useCustomerLabels()}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <CustomerFields form={form} isNew={false} />}
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
