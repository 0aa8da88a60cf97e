import type { WeekRef } from '#domain/calendar.ts'
import { isID } from '#domain/identifiers.ts'
import type { Dependencies, Secrets } from '../../ports.ts'

const PURPOSE = 'skip'

const subjectOf = (customerID: string, { yearNumber, monthNumber, weekNumber }: WeekRef) =>
  `${customerID}.${yearNumber}-${monthNumber}-${weekNumber}`

/** The token of a reminder's skip link: its holder may skip this customer's week until its cut-off. */
export function skipToken(secrets: Pick<Secrets, 'hmac'>, customerID: string, week: WeekRef): string {
  const subject = subjectOf(customerID, week)
  return `${subject}.${secrets.hmac(PURPOSE, subject)}`
}

/** Null: this server did not sign it. */
export function skipOfToken(
  secrets: Pick<Secrets, 'verifyHmac'>,
  token: string,
): { customerID: string; week: WeekRef } | null {
  const parts = /^([^.]+)\.(\d{4})-(\d{1,2})-(\d)\.([0-9a-f]{64})$/.exec(token)
  if (!parts) return null
  const [, customerID = '', year, month, number, signature = ''] = parts
  const week = { yearNumber: Number(year), monthNumber: Number(month), weekNumber: Number(number) }
  const isSigned = isID(customerID) && secrets.verifyHmac(PURPOSE, subjectOf(customerID, week), signature)
  return isSigned ? { customerID, week } : null
}

export const skipUrlOf = (
  { config, secrets }: Pick<Dependencies, 'config' | 'secrets'>,
  customerID: string,
  week: WeekRef,
): string => `${config.publicUrl}/skip/${skipToken(secrets, customerID, week)}`
