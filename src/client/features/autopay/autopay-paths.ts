export const autopayPaths = {
  /** Customers with automatic payments. */
  customers: () => '/charges/customers',
} as const
