import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { STREET_WAYS, type StreetWay } from '#domain/round-rules.ts'
import { streetProblem } from '#domain/whole-streets.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import { DepotSelect } from '#client/shells/depots.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

export type SuburbValues = {
  label: string
  postCode: string
  state: string
  weekNumber: string
  depotID: string
  streets: { name: string; way: StreetWay }[]
}

export const NEW_SUBURB: SuburbValues = {
  label: '',
  postCode: '',
  state: 'NSW',
  weekNumber: '',
  depotID: '',
  streets: [],
}
export const SUBURB_REQUIRED = ['label', 'postCode', 'state'] as const

export const suburbValues = ({ label, postCode, state, weekNumber, depotID, streets }: Suburb): SuburbValues => ({
  label,
  postCode,
  state,
  weekNumber: weekNumber === null ? '' : String(weekNumber),
  depotID: depotID ?? '',
  streets: streets.map(({ name, way }) => ({ name, way })),
})

export const suburbInput = ({ weekNumber, ...values }: SuburbValues) => ({
  ...values,
  weekNumber: weekNumber === '' ? null : Number(weekNumber),
})

export function suburbLabels() {
  return {
    label: t('Suburb'),
    postCode: t('Postcode'),
    state: t('State'),
    weekNumber: t('Week'),
    depotID: t('Depot'),
    streets: t('Streets driven whole'),
  }
}

export function SuburbFields({ form }: { form: Form<SuburbValues> }) {
  const weeks = [1, 2, 3, 4, 5].map((week) => ({
    value: String(week),
    label: week === 5 ? t('Week 5 (about 4 times a year)') : t('Week {{week}}', { week }),
  }))
  return (
    <>
      <Fields>
        <TextInput data-autofocus {...form.getInputProps('label')} />
        <TextInput inputMode="numeric" {...form.getInputProps('postCode')} />
        <NativeSelect data={[...STATES_OF_AUSTRALIA]} {...form.getInputProps('state')} />
        <NativeSelect
          description={t('The week of the month it’s collected in. Leave blank if not serviced yet.')}
          data={[{ value: '', label: t('No week yet') }, ...weeks]}
          {...form.getInputProps('weekNumber')}
        />
        <DepotSelect {...form.getInputProps('depotID')} />
      </Fields>
      <StreetFields form={form} />
    </>
  )
}

const WAYS = sentences({
  'both-sides': 'Both sides as they come',
  'one-side-and-back': 'One side up, the other back',
}) satisfies Record<StreetWay, string>

const ANOTHER = { name: '', way: 'both-sides' } as const

function StreetFields({ form }: { form: Form<SuburbValues> }) {
  return (
    <Fields title={t('Streets driven whole')}>
      <Wide>
        <p>{t('“Shortest order” finishes such a street before leaving it.')}</p>
      </Wide>
      {form.getValues().streets.map(({ name }, at) => (
        // Rows have no key of their own, and a removed one takes its values with it.
        <Wide key={at}>
          <Group align="flex-start" gap="xs">
            <TextInput
              label={t('Street')}
              flex="2 1 12rem"
              data-autofocus={name === '' || undefined}
              {...form.getInputProps(`streets.${at}.name`)}
            />
            <NativeSelect
              label={t('Way')}
              flex="2 1 18rem"
              data={STREET_WAYS.map((value) => ({ value, label: t(WAYS[value]) }))}
              {...form.getInputProps(`streets.${at}.way`)}
            />
            <Button
              variant="subtle"
              mt={26}
              aria-label={t('Remove {{name}}', { name: name === '' ? t('Street') : name })}
              onClick={() => form.removeListItem('streets', at)}
            >
              {t('Remove')}
            </Button>
          </Group>
        </Wide>
      ))}
      <Wide>
        <Button variant="default" onClick={() => form.insertListItem('streets', { ...ANOTHER })}>
          {t('Add street')}
        </Button>
      </Wide>
    </Fields>
  )
}

/** Says the server's rule at the box. */
export function suburbCheck({ streets }: SuburbValues): Record<string, string> {
  return Object.fromEntries(
    streets.flatMap(({ name }, at) => {
      const problem = name.trim() === '' ? t('This field is mandatory') : streetProblem(name)
      return problem === null ? [] : [[`streets.${at}.name`, problem]]
    }),
  )
}
