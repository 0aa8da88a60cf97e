/** What only this feature links to; the others are in office-paths.ts. */
export const invoicesPaths = {
  new: () => '/invoices/new',
  import: () => '/invoices/import',
  /** Unbilled collections of all customers, with what invoicing them makes. */
  unbilled: () => '/invoices/unbilled',
  tasks: () => '/invoices/tasks',
} as const
