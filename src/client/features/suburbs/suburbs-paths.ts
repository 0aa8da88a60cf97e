export const suburbsPaths = {
  list: () => '/suburbs',
  new: () => '/suburbs/new',
  import: () => '/suburbs/import',
  one: (suburbID: string) => `/suburbs/${suburbID}`,
} as const
