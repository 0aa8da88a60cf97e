import { useState } from 'react'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { createCustomer, type Customer } from '#contract/v1/customers.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { useToday } from '#client/shells/today.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { ContactFields, LocationFields } from '#client/shells/customer-form-fields.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { customerLabels, NEW_CUSTOMER, NEW_CUSTOMER_REQUIRED } from '#client/shells/new-customer.ts'
import { offeredPackageSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { terms } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'

interface RequestCreateProps {
  onClose: () => void
  onCreated: (customer: Customer) => void
}

/** A request by telephone, entered by the office. */
export function RequestCreate({ onClose, onCreated }: RequestCreateProps) {
  const today = useToday()
  const [initial] = useState(() => ({ ...NEW_CUSTOMER, startDate: today }))
  return (
    <FormShell
      title={t('New request')}
      endpoint={createCustomer}
      fixed={{ status: 'PENDING' }}
      initial={initial}
      required={NEW_CUSTOMER_REQUIRED}
      labels={{ ...customerLabels(), notes: t('Additional Information/Request') }}
      done={t('Request added')}
      onClose={onClose}
      onSaved={onCreated}
    >
      {(form) => {
        const { productID, invoiceType, collectionScheme } = form.getValues()
        return (
          <>
            <ContactFields form={form} />
            <LocationFields form={form} />
            <Fields title={t('Service')}>
              <RemotePick
                label={t('Service package')}
                withAsterisk
                source={offeredPackageSource}
                value={productID}
                onChange={(id) => form.setFieldValue('productID', id ?? '')}
                error={form.errors['productID'] as string | undefined}
              />
              <NativeSelect
                data={[{ value: '', label: t('From the package') }, ...terms.collectionSchemes()]}
                {...form.getInputProps('collectionScheme')}
              />
              {collectionScheme === 'ONE_OFF' ? null : (
                <NativeSelect data={terms.invoiceTypesBeside(invoiceType)} {...form.getInputProps('invoiceType')} />
              )}
              <DayInput {...form.getInputProps('startDate')} />
            </Fields>
            <Fields title={t('More')}>
              <Wide>
                <Checkbox {...form.getInputProps('propertyManagement', { type: 'checkbox' })} />
              </Wide>
              <Wide>
                <Textarea rows={2} resize="vertical" {...form.getInputProps('notes')} />
              </Wide>
              <TextInput {...form.getInputProps('sourceOfLead')} />
            </Fields>
          </>
        )
      }}
    </FormShell>
  )
}
