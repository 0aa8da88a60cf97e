import { NativeSelect, PasswordInput, Switch, Textarea, TextInput, Chip, Group, Input } from '@mantine/core'
import type { Driver } from '#contract/v1/drivers.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, MoneyInput, PercentInput, Wide } from '#client/shells/form-parts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { DriverValues } from './driver-values.ts'
import { PrivateBox } from './private-box.tsx'

/** @param driver the stored driver; null: a new one */
export function DriverFields({ form, driver }: { form: Form<DriverValues>; driver: Driver | null }) {
  const { t } = useTranslation('drivers')
  const types = [
    ...(driver === null ? [{ value: '', label: t('choose') }] : []),
    ...EMPLOYMENT_TYPES.map((type) => ({ value: type, label: t(type) })),
  ]
  return (
    <>
      <Fields title={t('who')}>
        <TextInput
          label={t('firstName')}
          withAsterisk
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('firstName')}
        />
        <TextInput label={t('lastName')} withAsterisk autoComplete="off" {...form.getInputProps('lastName')} />
        <TextInput
          label={t('mobilePhone')}
          withAsterisk
          type="tel"
          autoComplete="off"
          {...form.getInputProps('mobilePhone')}
        />
        <TextInput label={t('address')} autoComplete="off" {...form.getInputProps('address')} />
        <PrivateBox form={form} name="dob" mask={driver?.dob ?? null} />
        <PrivateBox form={form} name="nextOfKin" mask={driver?.nextOfKin ?? null} />
      </Fields>
      <Fields title={t('signIn')}>
        <Wide>
          <TextInput
            label={t('email')}
            withAsterisk
            type="email"
            autoComplete="off"
            description={t(driver === null ? 'emailHow' : 'emailEditHow')}
            {...form.getInputProps('email')}
          />
        </Wide>
        <Wide>
          <PasswordInput
            label={t('password')}
            description={t(driver === null ? 'passwordHow' : 'passwordEditHow')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </Wide>
      </Fields>
      <Fields title={t('employment')}>
        <NativeSelect label={t('employmentType')} withAsterisk data={types} {...form.getInputProps('employmentType')} />
        <span />
        <DayInput label={t('employmentStartDate')} required {...form.getInputProps('employmentStartDate')} />
        <DayInput label={t('employmentEndDate')} {...form.getInputProps('employmentEndDate')} />
        <Wide>
          <WeekToggles
            value={form.getValues().weekNumbers}
            onChange={(weeks) => form.setFieldValue('weekNumbers', weeks)}
            error={form.errors['weekNumbers'] as string | undefined}
          />
        </Wide>
      </Fields>
      <Fields title={t('pay')}>
        <MoneyInput
          label={t('payRate')}
          withAsterisk
          description={t('payRateHow')}
          {...form.getInputProps('payRate')}
        />
        <PercentInput
          label={t('payPercentage')}
          withAsterisk
          description={t('payPercentageHow')}
          {...form.getInputProps('payPercentage')}
        />
      </Fields>
      <Fields title={t('licence')}>
        <PrivateBox form={form} name="licenseNumber" mask={driver?.licenseNumber ?? null} />
        <DayInput label={t('licenseExpiresAt')} {...form.getInputProps('licenseExpiresAt')} />
        <TextInput label={t('licenseClass')} {...form.getInputProps('licenseClass')} />
        <TextInput label={t('otherLicense')} {...form.getInputProps('otherLicense')} />
      </Fields>
      <Fields title={t('tax')}>
        <TextInput label={t('businessName')} {...form.getInputProps('businessName')} />
        <TextInput label={t('abn')} inputMode="numeric" {...form.getInputProps('abn')} />
        <PrivateBox form={form} name="taxFileNumber" mask={driver?.taxFileNumber ?? null} />
        <span />
        <Switch
          label={t('gstRegistered')}
          description={t('gstRegisteredHow')}
          {...form.getInputProps('gstRegistered', { type: 'checkbox' })}
        />
        <DayInput label={t('rctiAgreedOn')} description={t('rctiHow')} {...form.getInputProps('rctiAgreedOn')} />
      </Fields>
      <Fields title={t('bank')}>
        <PrivateBox form={form} name="bsb" mask={driver?.bsb ?? null} />
        <PrivateBox form={form} name="accountNumber" mask={driver?.accountNumber ?? null} />
      </Fields>
      <Textarea label={t('notes')} rows={3} {...form.getInputProps('notes')} />
    </>
  )
}

const WEEKS = ['1', '2', '3', '4', '5'] as const

interface WeekTogglesProps {
  value: readonly number[]
  onChange: (weeks: number[]) => void
  error?: string | null | undefined
}

function WeekToggles({ value, onChange, error }: WeekTogglesProps) {
  const { t } = useTranslation('drivers')
  return (
    <Input.Wrapper
      size="md"
      label={t('weekNumbers')}
      description={t('weekNumbersHow')}
      error={error ?? undefined}
      labelElement="div"
    >
      <Chip.Group
        multiple
        value={value.map(String)}
        onChange={(weeks) => onChange(weeks.map(Number).toSorted((a, b) => a - b))}
      >
        <Group gap={8} mt={6} role="group" aria-label={t('weekNumbers')}>
          {WEEKS.map((week) => (
            <Chip key={week} value={week} size="md" variant="outline">
              {t('week', { week })}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
