import { defused } from '#domain/typed-names.ts'
import { fillIn, fillInLine, type MailFields, type MailTemplateName } from '#domain/mail-templates.ts'
import { LINK_PLACE } from '../../db/mail-outbox.ts'
import { businessNameOf, type SettingsInForce } from './settings-reads.ts'

/** Fields that hold what a stranger, a customer or a driver typed. */
const TYPED = new Set(['firstName', 'address', 'whatHappened'])

/**
 * A mail in the office's own words, with the firm's name as a field. What others typed is never an address in it, and
 * the subject never contains a one-time link.
 */
export function letterOf<Template extends MailTemplateName>(
  settings: SettingsInForce,
  template: Template,
  fields: MailFields<Template>,
): { subject: string; text: string } {
  const typed = Object.entries<string>(fields).map(([name, value]) => [name, TYPED.has(name) ? defused(value) : value])
  const values: Record<string, string> = { ...Object.fromEntries(typed), businessName: businessNameOf(settings) }
  const inSubject = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === LINK_PLACE ? '' : value]),
  )
  return {
    subject: fillInLine(settings[`mail.${template}.subject`], inSubject).text,
    text: fillIn(settings[`mail.${template}.text`], values).text,
  }
}

/**
 * The letter with a sentence that it has to say, at its end where the office removed its field from the text; empty:
 * there is nothing to say.
 */
export function naming<Letter extends { readonly text: string }>(
  letter: Letter,
  template: string,
  said: Readonly<Record<string, string>>,
): Letter {
  const added = Object.entries(said).flatMap(([field, sentence]) =>
    sentence === '' || template.includes(`{${field}}`) ? [] : [sentence],
  )
  return added.length === 0 ? letter : { ...letter, text: `${[letter.text.trimEnd(), ...added].join('\n\n')}\n` }
}
