import { useMemo } from 'react'
import { Fieldset, Group, NativeSelect, Select, Switch, Text, TextInput, Textarea } from '@mantine/core'
import { PUT_OUT_DAYS } from '#domain/put-out.ts'
import { SETTINGS, type SettingKey } from '#domain/settings.ts'
import { CHECKOUT_MODES, GST_BASES } from '#domain/money-words.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { MoneyInput, Wide, WholeInput } from '#client/shells/form-parts.tsx'
import { foldedFilter } from '#client/ui/office/folded-filter.ts'
import { t } from '#client/ui/core/texts.ts'
import {
  CHECKOUT_MODE_WORDS,
  GST_BASIS_WORDS,
  labelOf,
  PUT_OUT_DAY_WORDS,
  valueInWords,
  WEEKDAY_WORDS,
  WEEKDAYS,
} from './setting-words.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'

interface FieldProps {
  name: SettingKey
  drafts: SettingDrafts
}

export function SettingField({ name, drafts }: FieldProps) {
  const stored = drafts.kept?.get(name)
  const value = drafts.valueOf(name)
  const usual = SETTINGS[name].kind === 'document' ? '' : valueInWords(name, stored?.default)
  const common = {
    inputWrapperOrder: ORDER,
    label: labelOf(name),
    description: `${stored?.about ?? ''}${usual === '' ? '' : ` ${t('Default: {{value}}.', { value: usual })}`}`,
    error: drafts.problems[name],
    onBlur: () => drafts.check(name),
  }
  const text = {
    ...common,
    value: String(value ?? ''),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => drafts.set(name, currentTarget.value),
  }
  const { inputWrapperOrder: _boxesOnly, ...flag } = common
  const { kind } = SETTINGS[name]
  switch (kind) {
    case 'flag':
      return (
        <Switch
          {...flag}
          style={{ alignSelf: 'center' }}
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => drafts.set(name, checked)}
        />
      )
    case 'whole':
      return <WholeInput {...common} value={value as number | string} onChange={(now) => drafts.set(name, now)} />
    case 'money':
      return (
        <MoneyInput
          {...common}
          value={(value as number | null) ?? ''}
          onChange={(now) => drafts.set(name, now === '' ? null : now)}
        />
      )
    case 'lines':
      return (
        <Wide>
          <Textarea {...text} autosize minRows={2} maxRows={6} />
        </Wide>
      )
    case 'document':
      return (
        <Wide>
          <Textarea {...text} autosize minRows={6} maxRows={20} />
        </Wide>
      )
    case 'state':
      return <NativeSelect {...text} data={[...STATES_OF_AUSTRALIA]} />
    case 'timeZone':
      return <TimeZone {...common} value={String(value ?? '')} onChange={(zone) => drafts.set(name, zone)} />
    case 'day':
      return <DayInput {...common} value={String(value ?? '')} onChange={(day) => drafts.set(name, day)} />
    case 'gstBasis':
      return (
        <NativeSelect {...text} data={GST_BASES.map((basis) => ({ value: basis, label: t(GST_BASIS_WORDS[basis]) }))} />
      )
    case 'checkoutMode':
      return (
        <NativeSelect
          {...text}
          id={name}
          data={CHECKOUT_MODES.map((mode) => ({ value: mode, label: t(CHECKOUT_MODE_WORDS[mode]) }))}
        />
      )
    case 'cutoff':
      return (
        <DayAndTime
          {...flag}
          value={String(value ?? '')}
          onChange={(cutoff) => drafts.set(name, cutoff)}
          dayLabel={t('Weekday')}
          days={WEEKDAYS.map((day) => ({ value: day, label: t(WEEKDAY_WORDS[day]) }))}
        />
      )
    case 'putOut':
      return (
        <DayAndTime
          {...flag}
          value={String(value ?? '')}
          onChange={(putOut) => drafts.set(name, putOut)}
          dayLabel={t('Day')}
          days={PUT_OUT_DAYS.map((day) => ({ value: day, label: t(PUT_OUT_DAY_WORDS[day]) }))}
        />
      )
    default:
      return <TextInput {...text} {...INPUT_OF[kind as keyof typeof INPUT_OF]} />
  }
}

/** Australia's and some more; the others are found by typing. */
const SHOWN_MAX = 60

/** The description is under the box, so that the boxes of one row stay aligned. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

const INPUT_OF = {
  email: { type: 'email', inputMode: 'email' },
  bsb: { inputMode: 'numeric' },
  account: { inputMode: 'numeric' },
  bankUser: { inputMode: 'numeric', maxLength: 6 },
  bankCode: { autoCapitalize: 'characters', maxLength: 3 },
  abn: { inputMode: 'numeric' },
  time: { type: 'time' },
} as const

interface ControlProps {
  inputWrapperOrder: typeof ORDER
  label: string
  description: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}

function TimeZone({ value, onChange, ...rest }: ControlProps) {
  const zones = useMemo(() => timeZones(value), [value])
  return (
    <Select
      {...rest}
      data={[
        { group: t('Australia'), items: [...zones.australian] },
        { group: t('Elsewhere'), items: [...zones.others] },
      ]}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      allowDeselect={false}
      searchable
      filter={foldedFilter}
      limit={SHOWN_MAX}
      maxDropdownHeight={320}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

interface DayAndTimeProps extends Omit<ControlProps, 'inputWrapperOrder'> {
  dayLabel: string
  days: { value: string; label: string }[]
}

/** A value such as "SUN 23:59". */
function DayAndTime({ label, description, error, value, onChange, onBlur, dayLabel, days }: DayAndTimeProps) {
  const [day = '', time = ''] = value.split(' ')
  return (
    <Fieldset variant="unstyled" legend={label}>
      <Text c="dimmed" fz="sm">
        {description}
      </Text>
      <Group align="start" mt={6}>
        <NativeSelect
          flex="1 1 14rem"
          label={dayLabel}
          data={days}
          value={day}
          onChange={({ currentTarget }) => onChange(`${currentTarget.value} ${time}`)}
        />
        <TextInput
          flex="1 1 9rem"
          label={t('Time')}
          type="time"
          value={time}
          error={error}
          onBlur={onBlur}
          onChange={({ currentTarget }) => onChange(`${day} ${currentTarget.value}`)}
        />
      </Group>
    </Fieldset>
  )
}

/**
 * Every time zone this browser knows, Australia's first. @param stored the stored one, which an older browser may not
 * list
 */
function timeZones(stored: string): { australian: readonly string[]; others: readonly string[] } {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), ...(stored === '' ? [] : [stored])])
  const all = [...known].toSorted()
  return { australian: all.filter(isAustralian), others: all.filter((zone) => !isAustralian(zone)) }
}

const isAustralian = (zone: string) => zone.startsWith('Australia/')
