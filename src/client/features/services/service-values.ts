import { useMemo } from 'react'
import type { Product } from '#contract/v1/products.ts'
import { useTranslation } from '#client/ui/use-translation.ts'

export type ServiceValues = {
  name: string
  serviceType: string
  price: string | number
  collectionScheme: string
  publicCollectionScheme: string
  paymentScheme: string
  publicPaymentScheme: string
  isPublic: boolean
  features: string[]
}

export const SERVICE_REQUIRED = ['name', 'serviceType', 'price', 'collectionScheme', 'paymentScheme'] as const

export const NEW_SERVICE: ServiceValues = {
  name: '',
  serviceType: 'GARDEN_BAG',
  price: '',
  collectionScheme: 'MONTHLY',
  publicCollectionScheme: '',
  paymentScheme: 'POSTPAID',
  publicPaymentScheme: '',
  isPublic: false,
  features: [],
}

export const serviceValues = ({
  name,
  serviceType,
  price,
  collectionScheme,
  publicCollectionScheme,
  paymentScheme,
  publicPaymentScheme,
  isPublic,
  features,
}: Product): ServiceValues => ({
  name,
  serviceType,
  price,
  collectionScheme,
  publicCollectionScheme: publicCollectionScheme ?? '',
  paymentScheme,
  publicPaymentScheme: publicPaymentScheme ?? '',
  isPublic,
  features,
})

export function useServiceLabels(): Record<keyof ServiceValues, string> {
  const { t } = useTranslation('services')
  return useMemo(
    () => ({
      name: t('name'),
      serviceType: t('serviceType'),
      price: t('price'),
      collectionScheme: t('collectionScheme'),
      publicCollectionScheme: `${t('collectionScheme')}: ${t('publicCollectionScheme')}`,
      paymentScheme: t('paymentScheme'),
      publicPaymentScheme: `${t('paymentScheme')}: ${t('publicPaymentScheme')}`,
      isPublic: t('isPublic'),
      features: t('features'),
    }),
    [t],
  )
}
