export const driversPaths = {
  new: () => '/drivers/new',
} as const
