import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import {
  ACCOUNT_TYPES,
  COLLECTION_SCHEMES,
  CUSTOMER_SERVICE_TYPES,
  INVOICE_TYPES,
  ORIGINS,
  PAYMENT_SCHEMES,
} from '#domain/words.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

export const ACCOUNT_TYPE_WORDS = sentences({
  PERSONAL: 'Personal',
  BUSINESS: 'Business',
})

export const INVOICE_TYPE_WORDS = sentences({
  '1A': '1A (3 collections in 1 account)',
  '1B': '1B (2 collections in 1 account)',
  '1C': '1C (1 collection in 1 account)',
  '2A': '2A (1 collection in 1 account, same as 1C)',
  '3A': '3A (1 collection in 1 account, same as 1C)',
})

/** A one-off has no second collection to wait for, whatever its invoice type (`blockSize`). */
export const invoiceTypeInWords = (type: (typeof INVOICE_TYPES)[number], scheme: string): string =>
  scheme === 'ONE_OFF' ? t('1 collection in 1 account') : t(INVOICE_TYPE_WORDS[type])

export const SERVICE_TYPE_WORDS = sentences({
  GARDEN_BAG: 'Garden bag',
  RUBBISH_REMOVAL: 'Rubbish removal',
  ALL: 'All',
})

export const ORIGIN_WORDS = sentences({
  NEW: 'New',
  MIGRATED: 'Migrated',
})

export const PLACE_SOURCE_WORDS = sentences({
  imported: 'From a file',
  placed: 'Set in the office',
  learnt: 'Learnt from drivers’ visits',
})

export const PAYMENT_TYPE_WORDS = sentences({
  CASH: 'Cash',
  CHEQUE: 'Cheque',
  DUMP_VOUCHER: 'Dump voucher',
  EFT: 'EFT',
  CARD: 'Card',
  DIRECT_DEBIT: 'Direct debit',
})

export const CUSTOMER_STATUS_WORDS = sentences({
  PENDING: 'Pending',
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  CANCELED: 'Cancelled',
})

export const RUN_STATUS_WORDS = sentences({
  draft: 'draft',
  active: 'active',
  completed: 'completed',
  archived: 'archived',
})

export const OFFICE_FIGURES = sentences({
  done: '{{count, number}} done',
  notDone: '{{count, number}} not done',
  moved: '{{count, number}} moved',
  removed: '{{count, number}} removed',
  open: '{{count, number}} to do',
})

export const FIGURE_WORDS = sentences({
  planned: 'Planned',
  done: 'Done',
  notDone: 'Not done',
  moved: 'Moved',
  removed: 'Removed',
  open: 'To do',
})

export interface Option {
  readonly value: string
  readonly label: string
}

const SAME_AS_1C: readonly string[] = ['2A', '3A']

const invoiceOption = (type: (typeof INVOICE_TYPES)[number]): Option => ({
  value: type,
  label: t(INVOICE_TYPE_WORDS[type]),
})

/** What a form or a filter offers. */
export const terms = {
  accountTypes: () => ACCOUNT_TYPES.map((type): Option => ({ value: type, label: t(ACCOUNT_TYPE_WORDS[type]) })),
  invoiceTypes: () => INVOICE_TYPES.map(invoiceOption),
  /** 1C, 2A and 3A are billed alike: a form offers one of them, beside the one that is chosen. */
  invoiceTypesBeside: (chosen: string) =>
    INVOICE_TYPES.filter((type) => type === chosen || !SAME_AS_1C.includes(type)).map(invoiceOption),
  serviceTypes: () =>
    CUSTOMER_SERVICE_TYPES.map((type): Option => ({ value: type, label: t(SERVICE_TYPE_WORDS[type]) })),
  origins: () => ORIGINS.map((origin): Option => ({ value: origin, label: t(ORIGIN_WORDS[origin]) })),
  collectionSchemes: () =>
    COLLECTION_SCHEMES.map((scheme): Option => ({ value: scheme, label: collectionWords(scheme) })),
  paymentSchemes: () => PAYMENT_SCHEMES.map((scheme): Option => ({ value: scheme, label: paymentWords(scheme) })),
  weeks: () =>
    [1, 2, 3, 4, 5].map((week): Option => ({
      value: String(week),
      label: week === 5 ? t('Week 5 (about 4 times a year)') : t('Week {{week}}', { week }),
    })),
}
