export const packagesPaths = {
  list: () => '/service-packages',
  new: () => '/service-packages/new',
  one: (productID: string) => `/service-packages/${productID}`,
} as const
