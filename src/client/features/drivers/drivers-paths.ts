/** What only this feature links to; the others are in office-paths.ts. */
export const driversPaths = {
  new: () => '/drivers/new',
} as const
