import { useState } from 'react'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { CUSTOMER_LABELS } from '#domain/customer-fields.ts'
import { createCustomer, type Customer } from '#contract/v1/customers.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { useToday } from '#client/shells/today.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Fields, NameRow, Wide } from '#client/shells/form-parts.tsx'
import { NEW_CUSTOMER, NEW_CUSTOMER_REQUIRED } from '#client/shells/new-customer.ts'
import { offeredPackageSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { SuburbField } from '#client/shells/suburb-field.tsx'
import { terms } from '#client/shells/terms.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const FIELD_NAMES = { ...CUSTOMER_LABELS, ...sentences({ notes: 'Additional Information/Request' }) }

interface RequestCreateProps {
  onClose: () => void
  onCreated: (customer: Customer) => void
}

/** A request by telephone, entered by the office. */
export function RequestCreate({ onClose, onCreated }: RequestCreateProps) {
  const today = useToday()
  const [initial] = useState(() => ({ ...NEW_CUSTOMER, startDate: today }))
  const label = (name: keyof typeof FIELD_NAMES) => t(FIELD_NAMES[name])
  return (
    <FormShell
      title={t('New request')}
      endpoint={createCustomer}
      fixed={{ status: 'PENDING' }}
      initial={initial}
      required={NEW_CUSTOMER_REQUIRED}
      editing={null}
      labels={{}}
      done={t('Request added')}
      onClose={onClose}
      onSaved={onCreated}
    >
      {(form) => {
        const { productID, startDate, invoiceType } = form.getValues()
        return (
          <>
            <Fields title={t('Contact')}>
              <NameRow>
                <TextInput label={t('Title')} {...form.getInputProps('title')} data-autofocus />
                <TextInput label={label('firstName')} withAsterisk {...form.getInputProps('firstName')} />
                <TextInput label={label('lastName')} withAsterisk {...form.getInputProps('lastName')} />
              </NameRow>
              <TextInput label={label('company')} {...form.getInputProps('company')} />
              <TextInput label={label('email')} type="email" {...form.getInputProps('email')} />
              <TextInput label={label('mobilePhone')} type="tel" {...form.getInputProps('mobilePhone')} />
              <TextInput label={label('homePhone')} type="tel" {...form.getInputProps('homePhone')} />
              <NativeSelect
                label={label('accountType')}
                withAsterisk
                data={terms.accountTypes()}
                {...form.getInputProps('accountType')}
              />
            </Fields>
            <Fields title={t('Location')}>
              <Wide>
                <TextInput label={label('address')} withAsterisk {...form.getInputProps('address')} />
              </Wide>
              <SuburbField
                label={t('Suburb')}
                values={form.getValues()}
                error={form.errors['suburbID'] as string | undefined}
                onChange={(place) => form.setValues({ ...place })}
              />
            </Fields>
            <Fields title={t('Service')}>
              <RemotePick
                label={t('Service package')}
                required
                source={offeredPackageSource}
                value={productID}
                onChange={(id) => form.setFieldValue('productID', id ?? '')}
                error={form.errors['productID'] as string | undefined}
              />
              <NativeSelect
                label={label('collectionScheme')}
                data={[{ value: '', label: t('From the package') }, ...terms.collectionSchemes()]}
                {...form.getInputProps('collectionScheme')}
              />
              <NativeSelect
                label={label('invoiceType')}
                withAsterisk
                data={terms.invoiceTypesBeside(invoiceType)}
                {...form.getInputProps('invoiceType')}
              />
              <DayInput
                label={label('startDate')}
                required
                value={startDate}
                onChange={(day) => form.setFieldValue('startDate', day)}
                error={form.errors['startDate'] as string | undefined}
              />
            </Fields>
            <Fields title={t('More')}>
              <Wide>
                <Checkbox
                  label={label('propertyManagement')}
                  {...form.getInputProps('propertyManagement', { type: 'checkbox' })}
                />
              </Wide>
              <Wide>
                <Textarea label={label('notes')} rows={2} resize="vertical" {...form.getInputProps('notes')} />
              </Wide>
              <TextInput label={label('sourceOfLead')} {...form.getInputProps('sourceOfLead')} />
            </Fields>
          </>
        )
      }}
    </FormShell>
  )
}
