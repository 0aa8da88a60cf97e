import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { previewMail } from '#contract/v1/settings.ts'
import { fillIn, fillInLine, SAMPLE_ORIGIN, sampleFields } from '#domain/mail-templates.ts'
import type { Queryable } from '../../db/database.ts'
import { businessNameOf, logoPicture, mailSenderOf, settingsInForce } from '../settings/public.ts'
import { mailHtml } from './mail-html.ts'

/** A template with an example's values, as text and as the HTML that a customer sees. */
export async function mailPreview(
  db: Queryable,
  { template, subject, text }: InputOf<typeof previewMail>,
): Promise<AnswerOf<typeof previewMail>> {
  const settings = await settingsInForce(db)
  const fields = sampleFields(template, businessNameOf(settings))
  const [head, body] = [fillInLine(subject, fields), fillIn(text, fields)]
  const picture = await logoPicture(db)
  const html = mailHtml({
    subject: head.text,
    text: body.text,
    sender: mailSenderOf(settings),
    publicUrl: SAMPLE_ORIGIN,
    logo: picture && `data:${picture.contentType};base64,${picture.content.toString('base64')}`,
    photo: null,
    unsubscribeUrl: template === 'collectionReminder' ? `${SAMPLE_ORIGIN}/` : null,
  })
  return {
    subject: head.text,
    text: body.text,
    // Its links look like links and lead nowhere.
    html: html.replaceAll(/ href="[^"]*"/g, ''),
    unknown: [...new Set([...head.unknown, ...body.unknown])],
  }
}
