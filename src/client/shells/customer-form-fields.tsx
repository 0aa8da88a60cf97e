import { NativeSelect, TextInput } from '@mantine/core'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { t } from '#client/ui/core/texts.ts'
import { Fields, NameRow, Wide } from './form-parts.tsx'
import type { Form } from './form-shell.tsx'
import type { FormValues } from './form-values.ts'
import { suburbSource } from './pick-sources.ts'
import { RemotePick } from './remote-pick.tsx'
import { terms } from './terms.ts'

/** @param billing false: the user doesn't change how the customer is billed */
export function ContactFields<V extends FormValues>({ form, billing = true }: { form: Form<V>; billing?: boolean }) {
  return (
    <Fields title={t('Contact')}>
      <NameRow>
        <TextInput {...form.getInputProps('title')} data-autofocus />
        <TextInput {...form.getInputProps('firstName')} />
        <TextInput {...form.getInputProps('lastName')} />
      </NameRow>
      <TextInput {...form.getInputProps('company')} />
      <NativeSelect data={terms.accountTypes()} disabled={!billing} {...form.getInputProps('accountType')} />
      <TextInput type="email" {...form.getInputProps('email')} />
      <TextInput type="tel" {...form.getInputProps('mobilePhone')} />
      <TextInput type="tel" {...form.getInputProps('homePhone')} />
    </Fields>
  )
}

type PlaceValues = FormValues & { suburbID: string; state: string; postcode: string }

/** The address and its suburb; state and postcode are the suburb's, and are shown and not typed. */
export function LocationFields<V extends PlaceValues>({ form }: { form: Form<V> }) {
  const { suburbID, state, postcode } = form.getValues()
  const take = (id: string, suburb: unknown) => {
    const chosen = (suburb as Suburb | undefined) ?? { state: '', postCode: '' }
    form.setValues({ suburbID: id, state: chosen.state, postcode: chosen.postCode } as Partial<V>)
  }
  return (
    <Fields title={t('Location')}>
      <Wide>
        <TextInput {...form.getInputProps('address')} />
      </Wide>
      <RemotePick
        label={t('Suburb')}
        withAsterisk
        source={suburbSource}
        value={suburbID}
        onChange={take}
        error={form.errors['suburbID']}
      />
      <TextInput
        label={t('State and postcode')}
        readOnly
        tabIndex={-1}
        variant="filled"
        placeholder={t('From the suburb')}
        value={`${state} ${postcode}`.trim()}
      />
    </Fields>
  )
}
