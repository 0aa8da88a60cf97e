import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import {
  ACCOUNT_TYPES,
  COLLECTION_SCHEMES,
  CUSTOMER_SERVICE_TYPES,
  INVOICE_TYPES,
  ORIGINS,
  PAYMENT_SCHEMES,
} from '#domain/words.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

const SAME_AS_1C: readonly string[] = ['2A', '3A']

export function useTerms() {
  const { t } = useTranslation('terms')
  return {
    t,
    accountTypes: ACCOUNT_TYPES.map((type): Option => ({ value: type, label: t(`accountType${type}`) })),
    invoiceTypes: INVOICE_TYPES.map((type): Option => ({ value: type, label: t(`invoiceType${type}`) })),
    /** 1C, 2A and 3A are billed alike: a form offers one of them, beside the one that is chosen. */
    invoiceTypesBeside: (chosen: string) =>
      INVOICE_TYPES.filter((type) => type === chosen || !SAME_AS_1C.includes(type)).map((type): Option => ({
        value: type,
        label: t(`invoiceType${type}`),
      })),
    serviceTypes: CUSTOMER_SERVICE_TYPES.map((type): Option => ({ value: type, label: t(`serviceType${type}`) })),
    origins: ORIGINS.map((origin): Option => ({ value: origin, label: t(`origin${origin}`) })),
    collectionSchemes: COLLECTION_SCHEMES.map((scheme): Option => ({ value: scheme, label: collectionWords(scheme) })),
    paymentSchemes: PAYMENT_SCHEMES.map((scheme): Option => ({ value: scheme, label: paymentWords(scheme) })),
    weeks: [1, 2, 3, 4, 5].map((week): Option => ({
      value: String(week),
      label: t(week === 5 ? 'weekFive' : 'weekN', { week }),
    })),
  }
}
