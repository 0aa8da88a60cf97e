/** What only this feature links to; the others are in office-paths.ts. */
export const requestsPaths = {
  new: () => '/customer-requests/new',
} as const
