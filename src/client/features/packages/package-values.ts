import type { Package } from '#contract/v1/packages.ts'
import { t } from '#client/ui/core/texts.ts'

export type PackageValues = {
  name: string
  serviceType: string
  price: string | number
  collectionScheme: string
  publicCollectionScheme: string
  paymentScheme: string
  publicPaymentScheme: string
  isPublic: boolean
  features: string[]
  /** Whether a new price is also for those who pay the package's today; empty: not chosen, or not asked. */
  alsoCustomers: '' | 'no' | 'yes' | 'later'
}

export const SERVICE_REQUIRED = ['name', 'serviceType', 'price', 'collectionScheme', 'paymentScheme'] as const

export const NEW_SERVICE: PackageValues = {
  name: '',
  serviceType: 'GARDEN_BAG',
  price: '',
  collectionScheme: 'MONTHLY',
  publicCollectionScheme: '',
  paymentScheme: 'POSTPAID',
  publicPaymentScheme: '',
  isPublic: false,
  features: [],
  alsoCustomers: '',
}

export const packageValues = ({
  name,
  serviceType,
  price,
  collectionScheme,
  publicCollectionScheme,
  paymentScheme,
  publicPaymentScheme,
  isPublic,
  features,
}: Package): PackageValues => ({
  name,
  serviceType,
  price,
  collectionScheme,
  publicCollectionScheme: publicCollectionScheme ?? '',
  paymentScheme,
  publicPaymentScheme: publicPaymentScheme ?? '',
  isPublic,
  features,
  alsoCustomers: '',
})

export const packageInput = ({ alsoCustomers, ...values }: PackageValues): Readonly<Record<string, unknown>> => ({
  ...values,
  ...(alsoCustomers === 'yes' && { alsoCustomers: true }),
})

export function packageLabels(): Record<keyof PackageValues, string> {
  return {
    name: t('Name'),
    serviceType: t('Service type'),
    price: t('Price'),
    collectionScheme: t('Collection scheme'),
    publicCollectionScheme: `${t('Collection scheme')}: ${t('Public wording')}`,
    paymentScheme: t('Payment scheme'),
    publicPaymentScheme: `${t('Payment scheme')}: ${t('Public wording')}`,
    isPublic: t('Public'),
    features: t('Features'),
    alsoCustomers: t('Yes, from their next collection'),
  }
}
