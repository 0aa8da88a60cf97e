import { NativeSelect, PasswordInput, Switch, Textarea, TextInput, Chip, Group, Input } from '@mantine/core'
import type { Driver } from '#contract/v1/drivers.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { DepotSelect, useDepots } from '#client/shells/depots.tsx'
import { DayInput } from '#client/shells/day-input.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, MoneyInput, PercentInput, Wide } from '#client/shells/form-parts.tsx'
import { AccountNotice, NoMailServer } from '#client/shells/no-mail-server.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DriverRoundFields } from './driver-round.tsx'
import type { DriverValues } from './driver-values.ts'
import { PrivateBox } from './private-box.tsx'
import { EMPLOYMENT_TYPE_WORDS } from './employment-types.ts'

/** @param driver the stored driver; null: a new one */
export function DriverFields({ form, driver }: { form: Form<DriverValues>; driver: Driver | null }) {
  const types = [
    ...(driver === null ? [{ value: '', label: t('Choose one') }] : []),
    ...EMPLOYMENT_TYPES.map((type) => ({ value: type, label: t(EMPLOYMENT_TYPE_WORDS[type]) })),
  ]
  const { email, password } = form.getValues()
  const hasDepots = useDepots().length > 0
  return (
    <>
      <Fields title={t('Contact')}>
        <TextInput data-autofocus autoComplete="off" {...form.getInputProps('firstName')} />
        <TextInput autoComplete="off" {...form.getInputProps('lastName')} />
        <TextInput type="tel" autoComplete="off" {...form.getInputProps('mobilePhone')} />
        <TextInput autoComplete="off" {...form.getInputProps('address')} />
        <PrivateBox form={form} name="dob" mask={driver?.dob ?? null} />
        <PrivateBox form={form} name="nextOfKin" mask={driver?.nextOfKin ?? null} />
      </Fields>
      <Fields title={t('Sign-in')}>
        <Wide>
          <TextInput
            type="email"
            autoComplete="off"
            description={t('The driver signs in with this email.')}
            {...form.getInputProps('email')}
          />
        </Wide>
        <Wide>
          <PasswordInput
            description={t(
              driver === null
                ? 'Leave blank to invite the driver by email to choose one.'
                : 'Leave blank to keep the current one. A new one signs the driver out everywhere.',
            )}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {driver !== null ? (
            <AccountNotice before={driver.email} email={email} password={password} />
          ) : password === '' ? (
            <NoMailServer when="with" />
          ) : null}
        </Wide>
      </Fields>
      <Fields title={t('Employment')}>
        <NativeSelect data={types} {...form.getInputProps('employmentType')} />
        {hasDepots ? <DepotSelect {...form.getInputProps('depotID')} /> : <span />}
        <DayInput {...form.getInputProps('employmentStartDate')} />
        <DayInput {...form.getInputProps('employmentEndDate')} />
        <Wide>
          <WeekToggles
            value={form.getValues().weekNumbers}
            onChange={(weeks) => form.setFieldValue('weekNumbers', weeks)}
            error={form.errors['weekNumbers'] as string | undefined}
          />
        </Wide>
      </Fields>
      <Fields title={t('Pay')}>
        <MoneyInput description={t('AUD per bag.')} {...form.getInputProps('payRate')} />
        <PercentInput
          description={t('The driver’s share of extra amounts.')}
          {...form.getInputProps('payPercentage')}
        />
      </Fields>
      <DriverRoundFields form={form} />
      <Fields title={t('Licence')}>
        <PrivateBox form={form} name="licenseNumber" mask={driver?.licenseNumber ?? null} />
        <DayInput {...form.getInputProps('licenseExpiresAt')} />
        <TextInput {...form.getInputProps('licenseClass')} />
        <TextInput {...form.getInputProps('otherLicense')} />
      </Fields>
      <Fields title={t('Tax')}>
        <TextInput {...form.getInputProps('businessName')} />
        <TextInput inputMode="numeric" {...form.getInputProps('abn')} />
        <PrivateBox form={form} name="taxFileNumber" mask={driver?.taxFileNumber ?? null} />
        <span />
        <Switch
          description={t('The driver’s own business.')}
          {...form.getInputProps('gstRegistered', { type: 'checkbox' })}
        />
        <DayInput
          description={t('When the driver agreed that you write their tax invoices.')}
          {...form.getInputProps('rctiAgreedOn')}
        />
      </Fields>
      <Fields title={t('Bank account')}>
        <PrivateBox form={form} name="bsb" mask={driver?.bsb ?? null} />
        <PrivateBox form={form} name="accountNumber" mask={driver?.accountNumber ?? null} />
      </Fields>
      <Textarea rows={3} {...form.getInputProps('notes')} />
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
  return (
    <Input.Wrapper
      size="md"
      label={t('Working weeks')}
      description={t('Weeks of the month the driver works.')}
      error={error ?? undefined}
      labelElement="div"
    >
      <Chip.Group
        multiple
        value={value.map(String)}
        onChange={(weeks) => onChange(weeks.map(Number).toSorted((a, b) => a - b))}
      >
        <Group gap={8} mt={6} role="group" aria-label={t('Working weeks')}>
          {WEEKS.map((week) => (
            <Chip key={week} value={week} size="md" variant="outline">
              {t('Week {{week}}', { week })}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
