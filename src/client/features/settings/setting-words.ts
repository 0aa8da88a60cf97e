import type { Translate } from '#client/ui/core/i18n.ts'
import { formatDay } from '#domain/dates.ts'
import { PUT_OUT_DAYS } from '#domain/put-out.ts'
import { SETTINGS, type SettingKey } from '#domain/settings.ts'

type Weekday = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const satisfies readonly Weekday[]

export const labelOf = (t: Translate<'settings'>, key: SettingKey): string => t(`field.${key}`)

/** A setting's value in readable form; an empty one is an empty text. */
export function valueInWords(t: Translate<'settings'>, key: SettingKey, value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (SETTINGS[key].kind) {
    case 'flag':
      return value === true ? t('on') : t('off')
    case 'money':
      return `$${Number(value).toFixed(2)}`
    case 'day':
      return value === '' ? '' : formatDay(String(value))
    case 'gstBasis':
      return t(`gstBasis.${value === 'ACCRUAL' ? 'ACCRUAL' : 'CASH'}`)
    case 'checkoutMode':
      return t(`checkoutMode.${value === 'ON' || value === 'OFF' ? value : 'AUTO'}`)
    case 'putOut': {
      const [day, time = ''] = String(value).split(' ')
      const known = PUT_OUT_DAYS.find((one) => one === day)
      return known === undefined ? String(value) : `${t(`putOutDays.${known}`)}, ${time}`
    }
    case 'cutoff': {
      const [weekday, time = ''] = String(value).split(' ')
      const known = WEEKDAYS.find((one) => one === weekday)
      return known === undefined ? String(value) : `${t(`days.${known}`)} ${time}`
    }
    default:
      return String(value)
  }
}
