/** What only this feature links to; the others are in office-paths.ts. */
export const customersPaths = {
  new: () => '/customers/new',
  import: () => '/customers/import',
} as const
