/** What a mail server's refusal is about, and when a refused mail is tried again. */

/**
 * `address`: this recipient can't be reached, and another attempt gives the same answer. `sender`: the server refuses
 * the firm's mails (login, sender address, policy), which the operator has to correct. `late`: its time was over before
 * it could be sent.
 */
export const MAIL_FAULTS = ['address', 'sender', 'late'] as const
export type MailFault = (typeof MAIL_FAULTS)[number]

export const TOO_LATE = 'too late'
export const REPLACED = 'replaced'
export const NO_LONGER_DUE = 'no longer due'

export interface SmtpRefusal {
  /** The client's own code: EAUTH, EENVELOPE, EMESSAGE ... */
  readonly code: string
  /** The command that was refused: `RCPT TO`, `MAIL FROM` ... */
  readonly command: string
  /** The server's reply code; null: it gave none. */
  readonly replyCode: number | null
  /** The server's reply; null: none. */
  readonly reply: string | null
}

/** The enhanced status code of a reply (RFC 3463), such as `5.1.1`; null: it has none. */
export function enhancedCode(reply: string | null): string | null {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply ?? '')?.[1] ?? null
}

/** Null: a passing failure. */
export function faultOf({ code, command, replyCode, reply }: SmtpRefusal): Exclude<MailFault, 'late'> | null {
  if (code === 'EAUTH') return 'sender'
  if (replyCode === null || replyCode < 500) return null
  const enhanced = enhancedCode(reply)
  if (enhanced !== null) {
    const [, subject, detail] = enhanced.split('.').map(Number)
    // 1.7 and 1.8: the sender's address is invalid. 2.3 and 3.4: the mail is too large.
    if (subject === 1) return detail === 7 || detail === 8 ? 'sender' : 'address'
    if (subject === 2) return detail === 3 ? 'sender' : 'address'
    if (subject === 4 && command === 'RCPT TO') return 'address'
    return 'sender'
  }
  // Blocklists and policies answer with 554, "transaction failed".
  return command === 'RCPT TO' && [550, 551, 552, 553, 556].includes(replyCode) ? 'address' : 'sender'
}

const MINUTE_MS = 60_000
/** Pauses of 1, 2, 4 ... minutes, at most 6 hours: the mail fails after about a day. */
const ATTEMPTS = 13
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS

/** Milliseconds until the next attempt; null: it is given up. @param attempts made so far */
export function waitBeforeNext(fault: MailFault | null, attempts: number): number | null {
  if (fault === 'address' || fault === 'late' || attempts >= ATTEMPTS) return null
  return Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)
}
