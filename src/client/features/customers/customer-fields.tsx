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
import { type CustomerValues, customerLabels } from './customer-values.ts'
import { CustomerPackageFields } from './customer-package-fields.tsx'

interface CustomerFieldsProps {
  form: Form<CustomerValues>
  /** A new customer's form includes the cycle; later it has a form of its own. */
  isNew: boolean
}

export function CustomerFields({ form, isNew }: CustomerFieldsProps): ReactNode {
  const labels = customerLabels()
  const values = form.getValues()
  const { firstName, lastName, company, billToName, address } = values
  const letters = lettersWarning([firstName, lastName, company, billToName, address])
  return (
    <>
      <Fields title={t('Contact')}>
        <NameRow>
          <TextInput label={labels.title} {...form.getInputProps('title')} data-autofocus />
          <TextInput label={labels.firstName} withAsterisk {...form.getInputProps('firstName')} />
          <TextInput label={labels.lastName} withAsterisk {...form.getInputProps('lastName')} />
        </NameRow>
        <TextInput label={labels.company} {...form.getInputProps('company')} />
        <NativeSelect
          label={labels.accountType}
          withAsterisk
          data={terms.accountTypes()}
          {...form.getInputProps('accountType')}
        />
        <TextInput label={labels.email} type="email" {...form.getInputProps('email')} />
        <TextInput label={labels.mobilePhone} type="tel" {...form.getInputProps('mobilePhone')} />
        <TextInput label={labels.homePhone} type="tel" {...form.getInputProps('homePhone')} />
      </Fields>
      {letters === null ? null : <Note tone="warn">{letters.message}</Note>}
      <Fields title={t('Location')}>
        <Wide>
          <TextInput label={labels.address} withAsterisk {...form.getInputProps('address')} />
        </Wide>
        <SuburbField
          label={labels.suburbID}
          values={values}
          error={form.errors['suburbID'] as string | undefined}
          onChange={(place) => form.setValues({ ...place })}
        />
      </Fields>
      <CustomerPackageFields form={form} isNew={isNew} />
      <MoreFields form={form} isNew={isNew} />
    </>
  )
}

function MoreFields({ form, isNew }: { form: Form<CustomerValues>; isNew: boolean }) {
  const labels = customerLabels()
  const values = form.getValues()
  const tick = (name: 'propertyManagement' | 'doNotRemind' | 'doNotSendInvoiceEmail') => (
    <Checkbox label={labels[name]} {...form.getInputProps(name, { type: 'checkbox' })} />
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
            label={labels.billToName}
            description={t('The property manager, if invoices go to them.')}
            {...form.getInputProps('billToName')}
          />
          <TextInput label={labels.billToEmail} type="email" {...form.getInputProps('billToEmail')} />
        </>
      )}
      <Wide>
        <Textarea label={labels.notes} rows={2} resize="vertical" {...form.getInputProps('notes')} />
      </Wide>
      <Wide>
        <Textarea label={labels.adminNotes} rows={2} resize="vertical" {...form.getInputProps('adminNotes')} />
      </Wide>
      <Wide>
        <TagsInput
          label={labels.features}
          description={t('Press Enter after each.')}
          {...form.getInputProps('features')}
          onDuplicate={() => form.setFieldError('features', refusals.feature_defined.message)}
        />
      </Wide>
      <TextInput label={labels.sourceOfLead} {...form.getInputProps('sourceOfLead')} />
      <PasswordInput
        label={labels.password}
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
