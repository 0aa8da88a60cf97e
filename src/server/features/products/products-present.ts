import type { Product } from '#contract/v1/products.ts'
import { toDollars } from '#domain/money.ts'
import type { CountedProduct, ProductRow } from './products-reads.ts'

type PublicProduct = Omit<Product, 'version' | 'createdAt' | 'isPublic' | 'retired' | 'customers'>

export function presentProduct(row: CountedProduct): Product {
  const { isPublic, retiredAt, customers, createdAt, version } = row
  return {
    ...presentPublicProduct(row),
    isPublic,
    retired: retiredAt !== null,
    customers,
    createdAt: createdAt.toISOString(),
    version,
  }
}

/** The public fields. */
export function presentPublicProduct(row: ProductRow): PublicProduct {
  return {
    productID: row.productID,
    name: row.name,
    serviceType: row.serviceType,
    features: row.features,
    paymentScheme: row.paymentScheme,
    publicPaymentScheme: row.publicPaymentScheme,
    collectionScheme: row.collectionScheme,
    publicCollectionScheme: row.publicCollectionScheme,
    price: toDollars(row.price),
  }
}
