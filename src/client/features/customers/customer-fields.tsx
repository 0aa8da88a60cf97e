import type { ReactNode } from 'react'
import { TextInput, Checkbox, PasswordInput, Stack, TagsInput, Textarea } from '@mantine/core'
import { lettersWarning } from '#domain/documents/printed-letters.ts'
import { useMayChangeMoney } from '#client/shells/role.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { ContactFields, LocationFields } from '#client/shells/customer-form-fields.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { AccountNotice } from '#client/shells/no-mail-server.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { refusals } from '#domain/refusals.ts'
import { t } from '#client/ui/core/texts.ts'
import { type CustomerValues } from './customer-values.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { CustomerPackageFields } from './customer-package-fields.tsx'

interface CustomerFieldsProps {
  form: Form<CustomerValues>
  /** A new customer's form includes the cycle; later it has a form of its own. */
  isNew: boolean
  /** The scheme that the customer has. That of a new customer is a field of the form. */
  scheme?: CollectionScheme
}

export function CustomerFields({ form, isNew, scheme }: CustomerFieldsProps): ReactNode {
  const { firstName, lastName, company, billToName, address } = form.getValues()
  // A new customer has any terms.
  const billing = useMayChangeMoney() || isNew
  const letters = lettersWarning([firstName, lastName, company, billToName, address])
  return (
    <>
      <ContactFields form={form} billing={billing} />
      {letters === null ? null : <Note tone="warn">{letters.message}</Note>}
      <LocationFields form={form} />
      <CustomerPackageFields form={form} isNew={isNew} billing={billing} scheme={scheme} />
      <MoreFields form={form} isNew={isNew} billing={billing} />
    </>
  )
}

function MoreFields({ form, isNew, billing }: { form: Form<CustomerValues>; isNew: boolean; billing: boolean }) {
  const values = form.getValues()
  const tick = (name: 'propertyManagement' | 'doNotRemind' | 'doNotSendInvoiceEmail') => (
    <Checkbox
      disabled={!billing && name !== 'propertyManagement'}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
  return (
    <Fields title={t('More')}>
      <Wide>
        <Stack gap="sm">
          {tick('propertyManagement')}
          {tick('doNotRemind')}
          {tick('doNotSendInvoiceEmail')}
        </Stack>
      </Wide>
      {(values.propertyManagement || values.billToName !== '' || values.billToEmail !== '') && (
        <>
          <TextInput
            description={t('The property manager, if invoices go to them.')}
            {...form.getInputProps('billToName')}
          />
          <TextInput type="email" disabled={!billing} {...form.getInputProps('billToEmail')} />
        </>
      )}
      <Wide>
        <Textarea rows={2} resize="vertical" {...form.getInputProps('notes')} />
      </Wide>
      <Wide>
        <Textarea rows={2} resize="vertical" {...form.getInputProps('adminNotes')} />
      </Wide>
      <Wide>
        <TagsInput
          description={t('Press Enter after each.')}
          {...form.getInputProps('features')}
          onDuplicate={() => form.setFieldError('features', refusals.feature_defined.message)}
        />
      </Wide>
      <TextInput {...form.getInputProps('sourceOfLead')} />
      <PasswordInput
        description={
          isNew
            ? t('Optional. At least 10 characters.')
            : t('Leave blank to keep the current one. At least 10 characters.')
        }
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      {isNew ? null : (
        <Wide>
          <AccountNotice before={form.getInitialValues().email} email={values.email} password={values.password} />
        </Wide>
      )}
    </Fields>
  )
}
