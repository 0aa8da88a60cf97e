import type { Product } from '#contract/v1/products.ts'
import { toDollars } from '#domain/money.ts'
import type { ProductRow } from './products-reads.ts'

type PublicProduct = Omit<Product, 'version' | 'createdAt' | 'isPublic'>

export function presentProduct(row: ProductRow): Product {
  return { ...presentPublicProduct(row), isPublic: row.isPublic, createdAt: row.createdAt.toISOString(), version: row.version }
}

/** What anybody may see of it. */
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
