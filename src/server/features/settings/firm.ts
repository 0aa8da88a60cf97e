import { dayOf } from '#domain/dates.ts'
import type { BankAccount, Firm } from '#domain/documents/documents.ts'
import type { MailSender } from '#domain/mails/mail-sender-details.ts'
import { type FirmNotice, noticeInForce } from '#domain/notice.ts'
import { businessNameOf, type SettingsInForce } from './settings-reads.ts'

export function firmOf(settings: SettingsInForce): Firm {
  return {
    name: settings['business.name'],
    address: settings['business.address'],
    phone: settings['business.phone'],
    email: settings['business.email'],
    abn: settings['business.abn'],
  }
}

/** The firm as head and foot of a mail name it. */
export function mailSenderOf(settings: SettingsInForce): MailSender {
  return { ...firmOf(settings), name: businessNameOf(settings), legalName: settings['business.legalName'] }
}

/** What customers are told today; null: nothing. */
export function noticeOf(settings: SettingsInForce, now: Date): FirmNotice | null {
  const notice = { text: settings['notice.text'], until: settings['notice.until'] }
  return noticeInForce(notice, dayOf(now, settings['business.timeZone']))
}

/** Null: no complete account is set, so a bank transfer is not offered. */
export function bankOf(settings: SettingsInForce): BankAccount | null {
  const [accountName, bsb, accountNumber] = [
    settings['bank.accountName'],
    settings['bank.bsb'],
    settings['bank.accountNumber'],
  ]
  return accountName && bsb && accountNumber ? { accountName, bsb, accountNumber } : null
}
