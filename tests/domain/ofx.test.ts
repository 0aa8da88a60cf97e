import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { BANK_LINES_MAX } from '#domain/bank-lines.ts'
import { isOfx, readOfx } from '#domain/ofx.ts'

const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261117<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1
<STMTRS><CURDEF>AUD
<BANKACCTFROM><BANKID>062-000<ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261117
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261116120000.000[+11:AEDT]
<TRNAMT>75.00
<FITID>202611160001
<NAME>Fast Transfer From A NOVAK 104828
<BANKACCTTO><BANKID>032000<ACCTID>999999</BANKACCTTO>
</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261114<TRNAMT>-82.40<FITID>202611140001<NAME>SMITH &amp; SONS HARDWARE PENN<MEMO>SMITH &amp; SONS HARDWARE PENNANT HILLS</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1500.00<DTASOF>20261117</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const XML = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>AUD</CURDEF>
<BANKACCTFROM><BANKID>062000</BANKID><ACCTID>12345678</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261116</DTPOSTED><TRNAMT>+75.00</TRNAMT><FITID>A1</FITID>
<NAME>A NOVAK</NAME><MEMO><![CDATA[104828 <bag>]]></MEMO></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const read = (text: string) => {
  const file = readOfx(text, 'Business account')
  if (file.kind !== 'read') throw new Error(file.message)
  return file
}

describe('An OFX file', () => {
  test('with an amount in another currency has that line among the unreadable ones; a converted amount is read', () => {
    const withRate = (tag: string) =>
      XML.replace('<FITID>', `<${tag}><CURRATE>1.52</CURRATE><CURSYM>USD</CURSYM></${tag}><FITID>`)
    expect(read(withRate('CURRENCY'))).toMatchObject({
      lines: [],
      unreadable: [{ message: 'This is in “USD”, not in Australian dollars.' }],
    })
    expect(read(withRate('ORIGCURRENCY'))).toMatchObject({ lines: [{ amount: 7_500 }], unreadable: [] })
  })

  test('of version 1 is read by its tags', () => {
    expect(read(SGML)).toEqual({
      kind: 'read',
      unreadable: [],
      lines: [
        {
          line: 16,
          account: '06200012345678',
          day: '2026-11-16',
          amount: 7_500,
          text: 'Fast Transfer From A NOVAK 104828',
          type: 'CREDIT',
          balance: null,
          fitid: '202611160001',
        },
        {
          line: 24,
          account: '06200012345678',
          day: '2026-11-14',
          amount: -8_240,
          text: 'SMITH & SONS HARDWARE PENNANT HILLS',
          type: 'DEBIT',
          balance: null,
          fitid: '202611140001',
        },
      ],
    })
  })

  test('of version 2 is read alike', () => {
    expect(read(XML).lines).toMatchObject([{ line: 6, amount: 7_500, text: 'A NOVAK 104828 <bag>', fitid: 'A1' }])
  })

  test('without account is of the account the office named', () => {
    expect(read(SGML.replace(/<BANKACCTFROM>.*/, '')).lines[0]!.account).toBe('Business account')
  })

  it('is recognised by its first lines', () => {
    expect([SGML, XML, `\ufeff${SGML}`, '<OFX>'].map(isOfx)).toEqual([true, true, true, true])
    expect(['Date,Amount', '', '<?xml version="1.0"?><html>'].map(isOfx)).toEqual([false, false, false])
  })

  it('says which transactions can’t be read, and reads the others', () => {
    const cut = SGML.slice(0, SGML.indexOf('<NAME>SMITH'))
    expect(read(cut)).toMatchObject({
      lines: [{ line: 16 }],
      unreadable: [{ line: 24, message: 'The transaction is cut off.' }],
    })
    expect(read(SGML.replace('75.00', '75,00').replace('20261114<', '20261314<'))).toMatchObject({
      lines: [],
      unreadable: [
        { line: 16, message: '“75,00” isn’t an amount.' },
        { line: 24, message: '“20261314” isn’t a date.' },
      ],
    })
  })

  it('is refused in another currency, and without transactions', () => {
    expect(readOfx(SGML.replace('AUD', 'USD'), '')).toMatchObject({ kind: 'refused' })
    const message = 'This account is in “USD”, not in Australian dollars.'
    for (const text of [`<CURDEF>USD</CURDEF>${SGML}`, `${SGML}<CURDEF>USD<CURDEF>AUD`])
      expect(readOfx(`OFXHEADER:100${text}`, '')).toEqual({ kind: 'refused', message })
    expect(readOfx('<OFX></OFX>', '')).toEqual({ kind: 'refused', message: 'This file has no lines.' })
  })

  it('is read no further than its bounds', () => {
    const many = `<OFX>${'<STMTTRN>'.repeat(BANK_LINES_MAX + 2)}`
    expect(readOfx(`${many}</OFX><CURDEF>USD`, '')).toMatchObject({ message: expect.stringContaining('more than') })
    const long = SGML.replace('75.00', `${' '.repeat(100_000)}75.00`)
    expect(read(long).unreadable).toMatchObject([{ line: 16, message: '“…” isn’t an amount.' }])
  })

  it('with any damage is read, or refused, without an error', () => {
    fc.assert(
      fc.property(fc.nat(SGML.length), fc.nat(40), fc.string(), (at, length, text) => {
        const file = readOfx(SGML.slice(0, at) + text + SGML.slice(at + length), '')
        if (file.kind === 'read') expect(file.lines.length + file.unreadable.length).toBeGreaterThan(0)
      }),
    )
    expect(read(SGML.replace('&amp;', '&#8217;&#x41;&#99999999;&bogus;')).lines[1]!.text).toContain('SMITH')
  })
})
