import type { SettingKey } from '#domain/settings.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { settingsPaths } from './settings-paths.ts'

/** The parts of the settings in the order they are listed, each with its address. */
export const PARTS = {
  business: settingsPaths.part('business'),
  prices: settingsPaths.part('prices'),
  invoices: settingsPaths.part('invoices'),
  collections: settingsPaths.part('collections'),
  register: settingsPaths.part('register'),
  depots: settingsPaths.depots(),
  calendar: officePaths.calendar(),
  templates: settingsPaths.part('templates'),
  mails: officePaths.mails(),
  users: settingsPaths.users(),
  security: settingsPaths.part('security'),
  'api-tokens': settingsPaths.apiTokens(),
  webhooks: officePaths.webhooks(),
  audit: settingsPaths.part('audit'),
  system: settingsPaths.part('system'),
  sources: settingsPaths.part('sources'),
} as const

export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as readonly Part[]

export const GROUPS = {
  business: {
    business: ['business.name', 'business.legalName', 'business.abn', 'business.gstRegistered'],
    contact: ['business.phone', 'business.email', 'business.address'],
    place: ['business.state', 'business.timeZone', 'keep.years'],
    bank: ['bank.accountName', 'bank.bsb', 'bank.accountNumber'],
  },
  prices: {
    fees: ['fee.attempt', 'price.noticeDays'],
    pay: ['pay.emptyAsBags'],
    bankFile: ['aba.userID', 'aba.bank', 'aba.remitter'],
  },
  invoices: {
    invoices: ['invoice.dueDays', 'invoice.firstNumber', 'credit.autoApply', 'opening.includesGst'],
    cards: ['checkout.enabled'],
    autopay: ['autopay.enabled', 'autopay.noticeDays', 'autopay.tries', 'autopay.retryDays', 'autopay.time'],
    books: ['gst.basis', 'books.lockedThrough'],
    reminders: [
      'remind.firstDays',
      'remind.secondDays',
      'remind.auto',
      'remind.final',
      'remind.finalDays',
      'remind.least',
      'remind.bankDays',
      'remind.quietUntil',
      'promise.ownDays',
    ],
    holds: ['hold.auto', 'hold.afterDays', 'hold.noticeDays', 'hold.least'],
    xero: ['xero.accountCode', 'xero.taxType', 'xero.taxTypeWithoutGst'],
  },
  security: { security: ['security.adminSecondFactor'] },
  register: { texts: ['register.terms', 'register.privacy'] },
  collections: {
    notice: ['notice.text', 'notice.until'],
    putOut: ['collection.putOut'],
    noPickup: ['noPickup.cutoff'],
    collectionReminders: ['reminder.auto'],
    start: ['start.leadDays'],
    places: ['places.learn', 'route.speed', 'route.atStop', 'route.startTime', 'route.depot', 'route.tip'],
    sending: ['mail.confirmPickups', 'mail.perMinute'],
  },
} as const satisfies Partial<Record<Part, Readonly<Record<string, readonly SettingKey[]>>>>
