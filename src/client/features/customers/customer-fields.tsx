import type { ReactNode } from 'react'
import { NativeSelect, TextInput, Checkbox, PasswordInput, Stack, TagsInput, Textarea } from '@mantine/core'
import { lettersWarning } from '#domain/documents/printed-letters.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, NameRow, Wide } from '#client/shells/form-parts.tsx'
import { SuburbField } from '#client/shells/suburb-field.tsx'
import { terms } from '#client/shells/terms.ts'
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
  const values = form.getValues()
  const { firstName, lastName, company, billToName, address } = values
  const letters = lettersWarning([firstName, lastName, company, billToName, address])
  return (
    <>
      <Fields title={t('Contact')}>
        <NameRow>
          <TextInput {...form.getInputProps('title')} data-autofocus />
          <TextInput {...form.getInputProps('firstName')} />
          <TextInput {...form.getInputProps('lastName')} />
        </NameRow>
        <TextInput {...form.getInputProps('company')} />
        <NativeSelect data={terms.accountTypes()} {...form.getInputProps('accountType')} />
        <TextInput type="email" {...form.getInputProps('email')} />
        <TextInput type="tel" {...form.getInputProps('mobilePhone')} />
        <TextInput type="tel" {...form.getInputProps('homePhone')} />
      </Fields>
      {letters === null ? null : <Note tone="warn">{letters.message}</Note>}
      <Fields title={t('Location')}>
        <Wide>
          <TextInput {...form.getInputProps('address')} />
        </Wide>
        <SuburbField
          label={t('Suburb')}
          values={values}
          error={form.errors['suburbID'] as string | undefined}
          onChange={(place) => form.setValues({ ...place })}
        />
      </Fields>
      <CustomerPackageFields form={form} isNew={isNew} scheme={scheme} />
      <MoreFields form={form} isNew={isNew} />
    </>
  )
}

function MoreFields({ form, isNew }: { form: Form<CustomerValues>; isNew: boolean }) {
  const values = form.getValues()
  const tick = (name: 'propertyManagement' | 'doNotRemind' | 'doNotSendInvoiceEmail') => (
    <Checkbox {...form.getInputProps(name, { type: 'checkbox' })} />
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
          <TextInput type="email" {...form.getInputProps('billToEmail')} />
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
