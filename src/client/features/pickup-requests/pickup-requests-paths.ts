/** What only this feature links to; the others are in office-paths.ts. */
export const pickupRequestsPaths = {
  new: (customerID?: string) =>
    `/run-orders/pickup-requests/new${customerID === undefined ? '' : `?customerID=${customerID}`}`,
} as const
