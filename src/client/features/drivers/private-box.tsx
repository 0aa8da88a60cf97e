import type { ReactNode } from 'react'
import { Box, Button, Group, TextInput } from '@mantine/core'
import { DayInput } from '#client/shells/day-input.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { DriverValues, PrivateField } from './driver-values.ts'
import { FIELD_NAMES } from './field-names.ts'

interface PrivateBoxProps {
  form: Form<DriverValues>
  name: PrivateField
  /** The stored value in masked form; null: none is stored. */
  mask: string | null
}

/** A field for a masked value: left empty it keeps the stored value, otherwise it replaces it. */
export function PrivateBox({ form, name, mask }: PrivateBoxProps) {
  const label = t(FIELD_NAMES[name])
  const value = form.getValues()[name]
  if (value === null) {
    return (
      <Beside
        action={
          <Button variant="default" onClick={() => form.setFieldValue(name, '')}>
            {t('Keep it')}
          </Button>
        }
      >
        <TextInput label={label} value={t('Cleared when you save.')} readOnly />
      </Beside>
    )
  }
  const { onBlur, error, onChange } = form.getInputProps(name)
  const box =
    name === 'dob' ? (
      <DayInput
        label={label}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        error={error}
        {...(mask === null ? {} : { description: `${mask} · ${t('Leave blank to keep the current one.')}` })}
      />
    ) : (
      <TextInput
        label={label}
        placeholder={mask ?? ''}
        description={mask === null ? undefined : t('Leave blank to keep the current one.')}
        autoComplete="off"
        {...form.getInputProps(name)}
      />
    )
  if (mask === null) return box
  return (
    <Beside
      action={
        <Button
          variant="default"
          aria-label={t('Clear: {{label}}', { label })}
          onClick={() => form.setFieldValue(name, null)}
        >
          {t('Clear')}
        </Button>
      }
    >
      {box}
    </Beside>
  )
}

function Beside({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <Group align="end" wrap="nowrap">
      <Box flex={1} miw={0}>
        {children}
      </Box>
      {action}
    </Group>
  )
}
