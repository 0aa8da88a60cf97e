import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/v1/packages.ts'
import type { CountedPackage, PackageRow } from './packages-reads.ts'

type Package = AnswerOf<typeof getProduct>

type PublicPackage = Omit<Package, 'version' | 'createdAt' | 'isPublic' | 'retired' | 'customers'>

export function presentPackage(row: CountedPackage): Package {
  const { isPublic, retiredAt, customers, createdAt, version } = row
  return {
    ...presentPublicPackage(row),
    isPublic,
    retired: retiredAt !== null,
    customers,
    createdAt,
    version,
  }
}

export function presentPublicPackage(row: PackageRow): PublicPackage {
  return {
    productID: row.productID,
    name: row.name,
    serviceType: row.serviceType,
    features: row.features,
    paymentScheme: row.paymentScheme,
    publicPaymentScheme: row.publicPaymentScheme,
    collectionScheme: row.collectionScheme,
    publicCollectionScheme: row.publicCollectionScheme,
    price: row.price,
  }
}
