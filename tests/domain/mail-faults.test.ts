import { describe, expect, it } from 'vitest'
import { faultOf, waitBeforeNext } from '#domain/mail-faults.ts'

const refusal = (command: string, reply: string, code = 'EENVELOPE') => ({
  code,
  command,
  replyCode: Number(reply.slice(0, 3)),
  reply,
})

describe('what a mail server refuses', () => {
  it.each([
    ['RCPT TO', '550 5.1.1 no such user'],
    ['RCPT TO', '550 no such user'],
    ['RCPT TO', '552 mailbox full'],
    ['RCPT TO', '553 mailbox name not allowed'],
    ['RCPT TO', '552 5.2.2 over quota'],
    ['RCPT TO', '550 5.4.1 recipient address rejected: access denied'],
    ['DATA', '550 5.1.1 no such user'],
    ['DATA', '550-5.2.1 disabled'],
  ])('the answer to %s “%s” is about the address: it is given up', (command, reply) => {
    expect(faultOf(refusal(command, reply))).toBe('address')
    expect(waitBeforeNext('address', 1)).toBeNull()
  })

  it.each([
    ['RCPT TO', '550 5.7.1 relaying denied'],
    ['RCPT TO', '554 blocked by a list'],
    ['MAIL FROM', '550 sender rejected'],
    ['MAIL FROM', '553 5.1.8 sender’s domain not found'],
    ['DATA', '550 5.7.26 unauthenticated mail'],
    ['DATA', '554 spam'],
    ['DATA', '552 5.3.4 message too big'],
  ])('the answer to %s “%s” is about the firm: it is tried again', (command, reply) => {
    expect(faultOf(refusal(command, reply))).toBe('sender')
    expect(waitBeforeNext('sender', 1)).toBe(60_000)
  })

  it('a wrong password is about the firm, whatever the code', () => {
    expect(faultOf(refusal('AUTH PLAIN', '535 no', 'EAUTH'))).toBe('sender')
    expect(faultOf({ code: 'EAUTH', command: '', replyCode: null, reply: null })).toBe('sender')
  })

  it('a busy server or a broken connection is a passing failure, and is tried for about a day', () => {
    expect(faultOf(refusal('RCPT TO', '450 4.2.0 try again'))).toBeNull()
    expect(faultOf({ code: 'ECONNECTION', command: 'CONN', replyCode: null, reply: null })).toBeNull()
    const waits = Array.from({ length: 13 }, (_, made) => waitBeforeNext(null, made + 1))
    expect(waits.at(-1)).toBeNull()
    const hours = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600_000
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(32)
  })
})
