import { NativeSelect, TextInput } from '@mantine/core'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields } from '#client/shells/form-parts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import { sayableForAll, type SameForAll } from './mapping-rules.ts'

interface SameForEveryLineProps {
  kind: ImportKind
  chosen: readonly (Field | null)[]
  values: SameForAll
  disabled: boolean
  onChange: (field: Field, value: string) => void
}

/**
 * Values for fields without a column, the same for every line: for example the account type, which an older system may
 * not have.
 */
export function SameForEveryLine({ kind, chosen, values, disabled, onChange }: SameForEveryLineProps) {
  const { t } = useTranslation('imports')
  const fields = sayableForAll(chosen, kind)
  if (fields.length === 0) return null
  return (
    <Fields title={t('sameForAll')}>
      {fields.map((field) => {
        const words = kind.fields[field]?.kind
        const box = { label: t(field), value: values[field] ?? '', disabled }
        if (words === 'day') return <DayInput key={field} {...box} onChange={(day) => onChange(field, day)} />
        if (Array.isArray(words))
          return (
            <NativeSelect
              key={field}
              {...box}
              data={[{ value: '', label: t('notTheSame') }, ...words]}
              onChange={({ currentTarget }) => onChange(field, currentTarget.value)}
            />
          )
        return <TextInput key={field} {...box} onChange={({ currentTarget }) => onChange(field, currentTarget.value)} />
      })}
    </Fields>
  )
}
