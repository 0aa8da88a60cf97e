import { eq } from 'drizzle-orm'
import { type MailSender, senderLines } from '#domain/mails/mail-sender-details.ts'
import { INLINE_PHOTO_MAX, LINK_PLACE, linkOf } from '../../db/mail-outbox.ts'
import { photos } from '../../db/tables/events.ts'
import type { Dependencies, MailPicture, OutgoingMail } from '../../ports.ts'
import { logoPicture, mailSenderOf, settingsInForce } from '../settings/public.ts'
import type { ClaimedMail } from './claim-mail.ts'
import { mailHtml } from './mail-html.ts'

const LINK_ENDED = '[This link expired before the email could be sent. Please ask for a new one.]'

type Needs = Pick<Dependencies, 'database' | 'storage' | 'secrets' | 'clock' | 'config'>

/** Sender, text and HTML as the recipient gets them, with the pictures in the HTML, which is made from the text. */
export async function writtenMail(
  deps: Needs,
  mail: ClaimedMail,
): Promise<Pick<OutgoingMail, 'sender' | 'text' | 'html' | 'pictures'>> {
  const { db } = deps.database
  const sender = mailSenderOf(await settingsInForce(db))
  const link = linkFor(mail, deps)
  const text = withLink(mail.text, link)
  const [logo, photo] = [await logoPicture(db), await photoIn(deps, mail.inlinePhotoID)]
  const pictures: MailPicture[] = [
    ...(logo === null ? [] : [{ ...logo, cid: 'logo' }]),
    ...(photo === null ? [] : [{ ...photo, cid: 'photo' }]),
  ]
  const { subject, unsubscribeUrl } = mail
  const has = (cid: string) => (pictures.some((picture) => picture.cid === cid) ? `cid:${cid}` : null)
  const page = { subject, text, sender, unsubscribeUrl, publicUrl: deps.config.publicUrl }
  return {
    sender: { name: sender.name, replyTo: sender.email || null },
    text: withFoot(text, sender, unsubscribeUrl),
    html:
      mail.html === null
        ? mailHtml({ ...page, logo: has('logo'), photo: has('photo') })
        : withLink(mail.html, link?.replaceAll('&', '&amp;') ?? null),
    pictures: mail.html === null ? pictures : [],
  }
}

/** Null: the mail has no link. A mail whose link expired while it was queued is not sent. */
function linkFor(mail: ClaimedMail, { secrets, clock }: Needs): string | null {
  return mail.linkExpiresAt === null ? null : (linkOf(mail, secrets, clock.now()) ?? LINK_ENDED)
}

const withLink = (words: string, link: string | null) =>
  link === null ? words : words.replaceAll(LINK_PLACE, () => link)

function withFoot(text: string, sender: MailSender, unsubscribeUrl: string | null): string {
  const leave = unsubscribeUrl === null ? [] : [`Stop collection reminders: ${unsubscribeUrl}`]
  const lines = [...senderLines(sender), ...leave]
  return lines.length === 0 ? text : `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`
}

/** Null: there is none, it is too large, or its file is gone. */
async function photoIn({ database, storage }: Needs, photoID: string | null): Promise<Omit<MailPicture, 'cid'> | null> {
  if (photoID === null) return null
  const [row] = await database.db
    .select({ storageKey: photos.storageKey, size: photos.size })
    .from(photos)
    .where(eq(photos.photoID, photoID))
  const file = row === undefined || row.size > INLINE_PHOTO_MAX ? null : await storage.read(row.storageKey)
  return file && { contentType: file.contentType, content: Buffer.from(file.bytes) }
}
