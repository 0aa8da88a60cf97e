import { TextInput } from '@mantine/core'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { t } from '#client/ui/core/texts.ts'
import { suburbSource } from './pick-sources.ts'
import { RemotePick } from './remote-pick.tsx'

export interface PlaceValues {
  readonly suburbID: string
  readonly state: string
  readonly postcode: string
}

interface SuburbFieldProps {
  label: string
  values: PlaceValues
  error: string | undefined
  onChange: (place: PlaceValues) => void
}

/** A suburb; state and postcode are the chosen one's, and are shown and not typed. */
export function SuburbField({ label, values, error, onChange }: SuburbFieldProps) {
  const take = (suburbID: string | undefined, suburb: unknown) => {
    const { state, postCode } = (suburb as Suburb | undefined) ?? { state: '', postCode: '' }
    onChange({ suburbID: suburbID ?? '', state, postcode: postCode })
  }
  return (
    <>
      <RemotePick
        label={label}
        withAsterisk
        source={suburbSource}
        value={values.suburbID}
        onChange={take}
        error={error}
      />
      <TextInput
        label={t('State and postcode')}
        readOnly
        tabIndex={-1}
        variant="filled"
        placeholder={t('From the suburb')}
        value={`${values.state} ${values.postcode}`.trim()}
      />
    </>
  )
}
