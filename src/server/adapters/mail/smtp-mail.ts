import { createTransport } from 'nodemailer'
import type { MailPort } from '../../ports.ts'

const TIMEOUT_MS = 30_000
/** The sender has as many mails under way at a time. */
const LANES = 3

/**
 * Sends mails through the server of SMTP_URL. The sender's address is its `?from=`, else its user when that is an
 * address, else no-reply at the product's host. The name is the firm's, unless `from` has one: Bags <a@b.example>.
 */
export function smtpMail(smtpUrl: string, publicUrl: string): MailPort {
  const url = new URL(smtpUrl)
  const from = senderOf(url, new URL(publicUrl).hostname)
  url.searchParams.delete('from')
  const transport = createTransport({
    url: url.href,
    pool: true,
    maxConnections: LANES,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    kind: 'smtp',
    server: { address: url.host, user: decodeURIComponent(url.username) || null, from },
    send: async ({ messageID, sender, to, subject, text, html, attachments, pictures, unsubscribeUrl }) => {
      // Passed as address objects, not as header text, so that a name or address can't add recipients.
      const { response } = await transport.sendMail({
        messageId: messageID,
        from: from.includes('<') ? from : { name: sender.name, address: from },
        ...(sender.replyTo !== null &&
          !from.includes(sender.replyTo) && { replyTo: { name: '', address: sender.replyTo } }),
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== null && { html }),
        attachments: [
          ...attachments.map((file) => ({ ...file, contentType: 'application/pdf' })),
          ...pictures.map(({ cid, contentType, content }) => ({
            cid,
            contentType,
            content,
            filename: `${cid}.${contentType === 'image/png' ? 'png' : 'jpg'}`,
            contentDisposition: 'inline' as const,
          })),
        ],
        ...(unsubscribeUrl !== null && {
          headers: {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
        disableUrlAccess: true,
        disableFileAccess: true,
      })
      return response
    },
    close: async () => transport.close(),
  }
}

function senderOf(url: URL, host: string): string {
  const user = decodeURIComponent(url.username)
  return url.searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${host}`)
}
