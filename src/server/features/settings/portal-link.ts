import { showPhone } from '#domain/phone-number-text.ts'
import type { Dependencies } from '../../ports.ts'
import type { SettingsInForce } from './settings-reads.ts'

/**
 * A page of the customer's own, for an email. A customer who shares the email of another account can't sign in: the link
 * would show that account, so such a reader is told how to reach the firm instead.
 */
export function portalLink(
  { publicUrl }: Pick<Dependencies['config'], 'publicUrl'>,
  settings: SettingsInForce,
  page: 'schedules' | 'invoices' | 'pay-automatically' | `cases/${string}`,
  { signsIn }: { readonly signsIn: number },
): string {
  if (signsIn === 1) return `${publicUrl}/${page}`
  const [phone, email] = [settings['business.phone'], settings['business.email']]
  return phone !== '' ? `call ${showPhone(phone)}` : email !== '' ? `write to ${email}` : 'answer this email'
}
