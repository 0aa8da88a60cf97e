import { NativeSelect, TextInput } from '@mantine/core'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields } from '#client/shells/form-parts.tsx'
import { t } from '#client/ui/core/texts.ts'

export type SuburbValues = { label: string; postCode: string; state: string; weekNumber: string }

export const NEW_SUBURB: SuburbValues = { label: '', postCode: '', state: 'NSW', weekNumber: '' }
export const SUBURB_REQUIRED = ['label', 'postCode', 'state'] as const

export const suburbValues = ({ label, postCode, state, weekNumber }: Suburb): SuburbValues => ({
  label,
  postCode,
  state,
  weekNumber: weekNumber === null ? '' : String(weekNumber),
})

export const suburbInput = ({ weekNumber, ...values }: SuburbValues) => ({
  ...values,
  weekNumber: weekNumber === '' ? null : Number(weekNumber),
})

export function suburbLabels() {
  return { label: t('Suburb'), postCode: t('Postcode'), state: t('State'), weekNumber: t('Week') }
}

export function SuburbFields({ form }: { form: Form<SuburbValues> }) {
  const weeks = [1, 2, 3, 4, 5].map((week) => ({
    value: String(week),
    label: week === 5 ? t('Week 5 (about 4 times a year)') : t('Week {{week}}', { week }),
  }))
  return (
    <Fields>
      <TextInput data-autofocus {...form.getInputProps('label')} />
      <TextInput inputMode="numeric" {...form.getInputProps('postCode')} />
      <NativeSelect data={[...STATES_OF_AUSTRALIA]} {...form.getInputProps('state')} />
      <NativeSelect
        description={t('The week of the month it’s collected in. Leave blank if not serviced yet.')}
        data={[{ value: '', label: t('No week yet') }, ...weeks]}
        {...form.getInputProps('weekNumber')}
      />
    </Fields>
  )
}
