import { Checkbox, PasswordInput, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { refusals } from '#domain/refusals.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { type CustomerValues, useCustomerLabels } from './customer-values.ts'

/** Ticks, notes, features, and an optional password. */
export function MoreFields({ form, isNew }: { form: Form<CustomerValues>; isNew: boolean }) {
  const { t } = useTranslation('customers')
  const labels = useCustomerLabels()
  const tick = (name: 'propertyManagement' | 'doNotRemind' | 'doNotSendInvoiceEmail') => (
    <Checkbox label={labels[name]} {...form.getInputProps(name, { type: 'checkbox' })} />
  )
  return (
    <Fields title={t('more')}>
      <Wide>
        <Stack gap="sm">
          {tick('propertyManagement')}
          {tick('doNotRemind')}
          {tick('doNotSendInvoiceEmail')}
        </Stack>
      </Wide>
      <Wide>
        <Textarea label={labels.notes} rows={2} resize="vertical" {...form.getInputProps('notes')} />
      </Wide>
      <Wide>
        <Textarea label={labels.adminNotes} rows={2} resize="vertical" {...form.getInputProps('adminNotes')} />
      </Wide>
      <Wide>
        <TagsInput
          label={labels.features}
          description={t('featuresHow')}
          {...form.getInputProps('features')}
          onDuplicate={() => form.setFieldError('features', refusals.feature_defined.message)}
        />
      </Wide>
      <TextInput label={labels.sourceOfLead} {...form.getInputProps('sourceOfLead')} />
      <PasswordInput
        label={labels.password}
        description={isNew ? t('passwordHow') : t('passwordNewHow')}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </Fields>
  )
}
