import { useState } from 'react'
import { TagsInput } from '@mantine/core'
import { firstDouble } from '#domain/features.ts'
import { refusals } from '#domain/refusals.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface FeaturesInputProps {
  value: readonly string[]
  onChange: (features: string[]) => void
  error: string | undefined
}

/** A package's features as chips. A duplicate is refused, and the typed text stays so that it can be corrected. */
export function FeaturesInput({ value, onChange, error }: FeaturesInputProps) {
  const { t } = useTranslation('services')
  const [typed, setTyped] = useState('')
  const [isDouble, setDouble] = useState(false)
  const add = (more: readonly string[]) => {
    const next = [...value]
    let double = ''
    for (const feature of more) {
      if (firstDouble([...next, feature]) === null) next.push(feature)
      else double = feature
    }
    setTyped(double)
    setDouble(double !== '')
    onChange(next)
  }
  return (
    <TagsInput
      label={t('features')}
      description={t('featuresHow')}
      value={[...value]}
      onChange={(next) => {
        if (next.length < value.length) onChange(next)
      }}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        setDouble(false)
      }}
      // Chips are created here, not by the component: it would discard a duplicate together with the typed text.
      acceptValueOnBlur={false}
      splitChars={[]}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed.trim() === '' || event.nativeEvent.isComposing) return
        event.preventDefault()
        add([typed.trim()])
      }}
      onBlur={() => {
        if (typed.trim() !== '') add([typed.trim()])
      }}
      // The component would make chips of any pasted text; here several lines become several features, and one line is
      // inserted.
      onPasteCapture={(event) => {
        event.stopPropagation()
        const lines = event.clipboardData
          .getData('text/plain')
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter(Boolean)
        if (lines.length < 2) return
        event.preventDefault()
        add(lines)
      }}
      error={isDouble ? refusals.feature_defined.message : error}
    />
  )
}
