import { showABN } from '../identifiers.ts'
import { showPhone } from '../phone-number-text.ts'

/** The sender, as the footer of every mail names them (Spam Act 2003, section 17). */
export interface MailSender {
  readonly name: string
  readonly legalName: string
  readonly abn: string
  readonly address: string
  /** E.164; empty: none. */
  readonly phone: string
  readonly email: string
}

/** The lines of the footer, without those that are not set. With the name alone there is no footer. */
export function senderLines({ name, legalName, abn, address, phone, email }: MailSender): string[] {
  if ([legalName, abn, address, phone, email].every((part) => part === '')) return []
  const who = [legalName || name, abn && `ABN ${showABN(abn)}`]
  const where = address.split(/\r?\n/).map((line) => line.trim())
  const contact = [phone && showPhone(phone), email]
  return [who, where, contact]
    .map((parts) => parts.filter((part) => part !== ''))
    .flatMap((parts, at) => (parts.length === 0 ? [] : [parts.join(at === 1 ? ', ' : ' · ')]))
}
