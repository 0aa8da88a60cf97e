import { newID } from '#domain/identifiers.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { sendTestMail } from '#contract/v1/mails.ts'
import type { Queryable } from '../../db/database.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { mailSenderOf, settingsInForce } from '../settings/public.ts'
import { mailHtml } from './mail-html.ts'
import { describeFailure, messageIDOf } from './send-mail.ts'

/** Sends one mail at once, past the outbox, and tells what the mail server said. Nothing is stored of it. */
export async function testMail(
  db: Queryable,
  { mail: port, config }: Pick<Dependencies, 'mail' | 'config'>,
  to: string,
  now: Date,
): Promise<AnswerOf<typeof sendTestMail>> {
  if (port.kind === 'kept') throw new Refused('no_mail_server')
  const settings = await settingsInForce(db)
  const sender = mailSenderOf(settings)
  const subject = `Test email from ${sender.name}`
  const text = `This is a test email from ${sender.name}.\n\nIf you can read it, the mail server works.`
  try {
    const answer = await port.send({
      messageID: messageIDOf(`test ${newID(now.getTime())}`, config.publicUrl),
      sender: { name: sender.name, replyTo: sender.email || null },
      to,
      subject,
      text,
      html: mailHtml({
        subject,
        text,
        sender,
        publicUrl: config.publicUrl,
        logo: null,
        photo: null,
        unsubscribeUrl: null,
      }),
      attachments: [],
      pictures: [],
      unsubscribeUrl: null,
    })
    return { to, taken: true, answer }
  } catch (error) {
    return { to, taken: false, answer: describeFailure(error, to) }
  }
}
