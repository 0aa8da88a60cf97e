export const invoicesPaths = {
  new: () => '/invoices/new',
  import: () => '/invoices/import',
  /** Unbilled collections of all customers, with the invoices they would make. */
  unbilled: () => '/invoices/unbilled',
  tasks: () => '/invoices/tasks',
} as const
