export const requestsPaths = {
  new: () => '/customer-requests/new',
} as const
