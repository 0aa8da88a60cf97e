import { formatDay } from '#domain/dates.ts'
import { PUT_OUT_DAYS } from '#domain/put-out.ts'
import { SETTINGS, type SettingKey } from '#domain/settings.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const FIELD_NAMES = sentences({
  'business.name': 'Business name',
  'business.legalName': 'Legal name',
  'business.address': 'Address',
  'business.phone': 'Phone',
  'business.email': 'Email',
  'business.state': 'State',
  'business.timeZone': 'Time zone',
  'business.gstRegistered': 'GST registered',
  'business.abn': 'ABN',
  'keep.years': 'Keep records (years)',
  'bank.accountName': 'Account name',
  'bank.bsb': 'BSB',
  'bank.accountNumber': 'Account number',
  'fee.attempt': 'Attempt fee',
  'aba.userID': 'User ID',
  'aba.bank': 'Bank code',
  'aba.remitter': 'Name on statements',
  'pay.emptyAsBags': 'Bag MT counts as',
  'noPickup.cutoff': 'Cut-off',
  'notice.text': 'Notice',
  'notice.until': 'Last day',
  'collection.putOut': 'Bags out by',
  'reminder.auto': 'Remind automatically',
  'start.leadDays': 'Lead days',
  'invoice.dueDays': 'Due after (days)',
  'invoice.firstNumber': 'First invoice number',
  'books.lockedThrough': 'Books closed through',
  'xero.accountCode': 'Sales account code',
  'xero.taxType': 'Tax rate',
  'xero.taxTypeWithoutGst': 'Tax rate without GST',
  'gst.basis': 'GST reporting',
  'opening.includesGst': 'Old debts include GST',
  'remind.firstDays': 'First reminder (days)',
  'remind.secondDays': 'Second reminder (days)',
  'price.noticeDays': 'Notice of a rise (days)',
  'remind.auto': 'Send payment reminders',
  'remind.final': 'Final reminder',
  'remind.finalDays': 'Final reminder (days)',
  'remind.least': 'Least amount to remind of',
  'remind.bankDays': 'Oldest bank file (days)',
  'remind.quietUntil': 'No reminders until',
  'promise.ownDays': 'Promises by customers (days)',
  'hold.auto': 'Pause collections',
  'hold.afterDays': 'Pause when overdue (days)',
  'hold.noticeDays': 'Warning before pausing (days)',
  'hold.least': 'Least amount to pause for',
  'autopay.enabled': 'Automatic payments',
  'autopay.noticeDays': 'Notice before a charge (days)',
  'autopay.tries': 'Tries',
  'autopay.retryDays': 'Days between tries',
  'autopay.time': 'Time of charges',
  'route.speed': 'Speed (km/h)',
  'route.atStop': 'Minutes at a stop',
  'route.startTime': 'Drivers leave at',
  'route.depot': 'Depot',
  'route.tip': 'Tip',
  'places.learn': 'Learn places from phones',
  'credit.autoApply': 'Use credit automatically',
  'checkout.enabled': 'Card payments',
  'register.terms': 'Terms and conditions',
  'register.privacy': 'Privacy notice',
  'security.adminSecondFactor': 'Second step for admins',
  'mail.perMinute': 'Emails a minute',
  'mail.confirmPickups': 'Pickup confirmations',
})

export const GST_BASIS_WORDS = sentences({
  CASH: 'Cash: when paid',
  ACCRUAL: 'Accrual: when invoiced',
})

export const CHECKOUT_MODE_WORDS = sentences({
  AUTO: 'On with Stripe’s keys',
  ON: 'On',
  OFF: 'Off',
})

export const PUT_OUT_DAY_WORDS = sentences({
  FIRST: 'The week’s first day',
  BEFORE: 'The day before',
})

export const WEEKDAY_WORDS = sentences({
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
})

type Weekday = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const satisfies readonly Weekday[]

export function labelOf(key: SettingKey): string {
  if (key in FIELD_NAMES) return t(FIELD_NAMES[key as keyof typeof FIELD_NAMES])
  return SETTINGS[key].kind === 'mailSubject' ? t('Subject') : t('Text')
}

/** A setting's value in readable form; an empty one is an empty text. */
export function valueInWords(key: SettingKey, value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (SETTINGS[key].kind) {
    case 'flag':
      return value === true ? t('On') : t('Off')
    case 'money':
      return `$${Number(value).toFixed(2)}`
    case 'day':
      return value === '' ? '' : formatDay(String(value))
    case 'gstBasis':
      return t(GST_BASIS_WORDS[value === 'ACCRUAL' ? 'ACCRUAL' : 'CASH'])
    case 'checkoutMode':
      return t(CHECKOUT_MODE_WORDS[value === 'ON' || value === 'OFF' ? value : 'AUTO'])
    case 'putOut': {
      const [day, time = ''] = String(value).split(' ')
      const known = PUT_OUT_DAYS.find((one) => one === day)
      return known === undefined ? String(value) : `${t(PUT_OUT_DAY_WORDS[known])}, ${time}`
    }
    case 'cutoff': {
      const [weekday, time = ''] = String(value).split(' ')
      const known = WEEKDAYS.find((one) => one === weekday)
      return known === undefined ? String(value) : `${t(WEEKDAY_WORDS[known])} ${time}`
    }
    default:
      return String(value)
  }
}
