/** What only this feature links to; the others are in office-paths.ts. */
export const requestsPaths = {
  new: () => '/customer-requests/new',
  /** People whose suburb isn't served yet. */
  suburbs: () => '/customer-requests/suburbs',
} as const
