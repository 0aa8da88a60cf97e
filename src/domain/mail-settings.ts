import { MAIL_TEMPLATE, MAIL_TEMPLATES, type MailTemplateName } from './mail-templates.ts'

interface MailSetting<Kind extends 'mailSubject' | 'mailText'> {
  readonly kind: Kind
  readonly template: MailTemplateName
  readonly default: string
  readonly about: string
}

type MailSettings = Readonly<
  Record<`mail.${MailTemplateName}.subject`, MailSetting<'mailSubject'>> &
    Record<`mail.${MailTemplateName}.text`, MailSetting<'mailText'>>
>

/** Subject and text of each mail, which the office may change. */
export const MAIL_SETTINGS = Object.fromEntries(
  MAIL_TEMPLATES.flatMap((template) => {
    const { called, subject, text } = MAIL_TEMPLATE[template]
    return [
      [`mail.${template}.subject`, { kind: 'mailSubject', template, default: subject, about: `Subject of ${called}.` }],
      [`mail.${template}.text`, { kind: 'mailText', template, default: text, about: `Text of ${called}.` }],
    ]
  }),
) as unknown as MailSettings
