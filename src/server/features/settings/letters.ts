import { fillIn, fillInLine, type MailFields, type MailTemplateName } from '#domain/mail-templates.ts'
import { LINK_PLACE } from '../../db/mail-outbox.ts'
import { businessNameOf, type SettingsInForce } from './settings-reads.ts'

/** A mail in the office's own words, with the firm's name as a field. The subject never contains a one-time link. */
export function letterOf<Template extends MailTemplateName>(
  settings: SettingsInForce,
  template: Template,
  fields: MailFields<Template>,
): { subject: string; text: string } {
  const values: Record<string, string> = { ...fields, businessName: businessNameOf(settings) }
  const inSubject = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === LINK_PLACE ? '' : value]),
  )
  return {
    subject: fillInLine(settings[`mail.${template}.subject`], inSubject).text,
    text: fillIn(settings[`mail.${template}.text`], values).text,
  }
}
