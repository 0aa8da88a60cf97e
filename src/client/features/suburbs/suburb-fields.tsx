import { NativeSelect, TextInput } from '@mantine/core'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields } from '#client/shells/form-parts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

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

export function useSuburbLabels() {
  const { t } = useTranslation('suburbs')
  return { label: t('label'), postCode: t('postCode'), state: t('state'), weekNumber: t('weekNumber') }
}

export function SuburbFields({ form }: { form: Form<SuburbValues> }) {
  const { t } = useTranslation('suburbs')
  const weeks = [1, 2, 3, 4, 5].map((week) => ({
    value: String(week),
    label: t(week === 5 ? 'weekFive' : 'weekN', { week }),
  }))
  return (
    <Fields>
      <TextInput label={t('label')} withAsterisk data-autofocus {...form.getInputProps('label')} />
      <TextInput label={t('postCode')} withAsterisk inputMode="numeric" {...form.getInputProps('postCode')} />
      <NativeSelect label={t('state')} withAsterisk data={[...STATES_OF_AUSTRALIA]} {...form.getInputProps('state')} />
      <NativeSelect
        label={t('weekNumber')}
        description={t('weekHow')}
        data={[{ value: '', label: t('noWeek') }, ...weeks]}
        {...form.getInputProps('weekNumber')}
      />
    </Fields>
  )
}
