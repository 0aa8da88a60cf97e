export const pickupRequestsPaths = {
  new: (customerID?: string) =>
    `/run-orders/pickup-requests/new${customerID === undefined ? '' : `?customerID=${customerID}`}`,
} as const
