/**
 * What becomes of a request's email when it is merged into a customer (domain.md 14): a customer's own stays, one that
 * was registered and not confirmed is never added, and any other only if the office says so, because it signs in.
 */
export const MERGED_EMAILS = ['none', 'stays', 'unconfirmed', 'asked'] as const
export type MergedEmail = (typeof MERGED_EMAILS)[number]

/** @param registration null: the office entered the request */
export function mergedEmail(
  request: { readonly email: string | null },
  registration: { readonly emailConfirmedAt: Date | null } | null,
  customer: { readonly email: string | null },
): MergedEmail {
  if (customer.email !== null) return 'stays'
  if (request.email === null) return 'none'
  return registration?.emailConfirmedAt === null ? 'unconfirmed' : 'asked'
}
