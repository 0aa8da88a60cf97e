import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { createCustomer, type Customer } from '#contract/v1/customers.ts'
import { getProduct, type Package } from '#contract/v1/packages.ts'
import { ask } from '#client/api/query-client.ts'
import { useToday } from '#client/shells/today.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { ShareEmail } from '#client/shells/share-email.tsx'
import { t } from '#client/ui/core/texts.ts'
import { CustomerFields } from './customer-fields.tsx'
import { customerInput, type CustomerValues, NEW_REQUIRED, newCustomer } from './customer-values.ts'
import { customerLabels } from '#client/shells/new-customer.ts'

interface CustomerCreateProps {
  onClose: () => void
  onCreated: (customer: Customer) => void
}

export function CustomerCreate({ onClose, onCreated }: CustomerCreateProps) {
  const client = useQueryClient()
  const today = useToday()
  const [initial] = useState(() => newCustomer(today))
  // The scheme, which may be the package's, decides whether the due period includes a week.
  const toInput = (values: CustomerValues) => {
    const packageRow = client.getQueryData<Package>(ask(getProduct, { productID: values.productID }).queryKey)
    return customerInput(packageRow?.collectionScheme ?? null)(values)
  }
  return (
    <FormShell
      title={t('New customer')}
      endpoint={createCustomer}
      initial={initial}
      required={NEW_REQUIRED}
      toInput={toInput}
      labels={customerLabels()}
      done={t('Customer added')}
      renderQuestion={({ code }, again) => (code === 'email_taken' ? <ShareEmail again={again} /> : null)}
      onClose={onClose}
      onSaved={onCreated}
    >
      {(form) => <CustomerFields form={form} isNew />}
    </FormShell>
  )
}
