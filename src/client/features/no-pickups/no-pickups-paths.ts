export const noPickupsPaths = {
  new: (customerID?: string) => `/no-pickups/new${customerID === undefined ? '' : `?customerID=${customerID}`}`,
  one: (noPickupID: string) => `/no-pickups/${noPickupID}`,
} as const
