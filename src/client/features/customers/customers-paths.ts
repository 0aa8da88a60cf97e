export const customersPaths = {
  new: () => '/customers/new',
  import: () => '/customers/import',
} as const
