import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailHtml } from '#server/features/mails/mail-html.ts'
import { senderLines } from '#domain/mails/mail-sender-details.ts'
import { fillIn, MAIL_TEMPLATE, MAIL_TEMPLATES, sampleFields } from '#domain/mail-templates.ts'
import { pickupSentence } from '#domain/pickup-sentence.ts'
import { OUTCOMES } from '#domain/words.ts'

const SENDER = { name: 'Green Bags', legalName: '', abn: '', address: '', phone: '', email: '' }
const PAGE = {
  subject: 'Hello',
  sender: SENDER,
  publicUrl: 'https://bags.example',
  logo: null,
  photo: null,
  unsubscribeUrl: null,
}
const htmlOf = (text: string) => mailHtml({ ...PAGE, text })
const bodyOf = (html: string) =>
  html
    .slice(
      html.indexOf('<td class="body">') + 17,
      html.indexOf('</td></tr>\n</table>\n<table role="presentation" class="below"'),
    )
    .trim()

describe('the HTML of a mail', () => {
  it('makes paragraphs, line breaks and lists of the text', () => {
    expect(bodyOf(htmlOf('Hello Anna,\n\none\ntwo\n\nWeeks:\n- first\n- second'))).toBe(
      '<p>Hello Anna,</p>\n<p>one<br>\ntwo</p>\n<p>Weeks:</p>\n<ul><li>first</li><li>second</li></ul>',
    )
  })

  it('makes a button of a link to the product, by its path or by the label in front of it', () => {
    expect(htmlOf('Open this link:\nhttps://bags.example/recover?token=a&b=1')).toContain(
      '<a class="button" href="https://bags.example/recover?token=a&#38;b=1">Choose a password</a>',
    )
    expect(htmlOf('Pay now: https://bags.example/pay/abc')).toContain('href="https://bags.example/pay/abc">Pay now</a>')
    const long = htmlOf('You can read it, or tell us that you don’t agree: https://bags.example/cases/1')
    expect(long).toContain('<p>You can read it, or tell us that you don’t agree:</p>')
    expect(long).toContain('>Open the case</a>')
  })

  it('shows where a link to another site leads, and takes no host that only begins like ours for ours', () => {
    expect(htmlOf('See https://other.example/a.')).toContain(
      '<a class="link" href="https://other.example/a">https://other.example/a</a>.',
    )
    expect(htmlOf('https://bags.example.evil.example/recover')).not.toContain('class="button"')
  })

  it('never lets a text become markup, whatever it contains', () => {
    const tags = (html: string) => html.match(/<[a-z!/][^>]*>/gi) ?? []
    const known = /^<\/?(p|br|ul|li|table|tr|td|a|html|head|meta|title|style|body|img|!doctype)\b/i
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              '<script>',
              '"',
              "' onload=x",
              '{link}',
              'https://a.example/"><img src=x>',
              '\n',
              '- ',
              '&',
            ),
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          const html = htmlOf(parts.join(''))
          for (const tag of tags(bodyOf(html))) {
            expect(tag).toMatch(known)
            expect(tag).not.toMatch(/\son\w+=|\ssrc=/i)
          }
          expect(bodyOf(html)).not.toMatch(/[{}]/)
        },
      ),
    )
  })

  it('has the words of every template in it, and no place that was not filled in', () => {
    for (const template of MAIL_TEMPLATES) {
      const { text, unknown } = fillIn(MAIL_TEMPLATE[template].text, sampleFields(template, 'Green Bags'))
      expect([template, unknown]).toEqual([template, []])
      expect(htmlOf(text)).toContain('Hello Anna,')
    }
  })

  it('names the sender at the foot with what is set', () => {
    expect(senderLines(SENDER)).toEqual([])
    expect(
      senderLines({
        ...SENDER,
        legalName: 'Green Bags Pty Ltd',
        abn: '51824753556',
        address: '12 Depot Road\nHornsby NSW 2077',
        phone: '+61298765432',
        email: 'office@greenbags.example',
      }),
    ).toEqual([
      'Green Bags Pty Ltd · ABN 51 824 753 556',
      '12 Depot Road, Hornsby NSW 2077',
      '02 9876 5432 · office@greenbags.example',
    ])
    expect(senderLines({ ...SENDER, abn: '51824753556' })).toEqual(['Green Bags · ABN 51 824 753 556'])
  })
})

describe('what a customer reads about a collection', () => {
  const stop = { serviceType: 'GARDEN_BAG', pu: 0, day: '12/11/2026', place: '4 Kerb Street' } as const

  it('is a sentence for every outcome but the one they asked for themselves', () => {
    for (const outcome of OUTCOMES) {
      const sentence = pickupSentence({ ...stop, outcome })
      if (outcome === 'CUSTOMER_CANCELLED') expect(sentence).toBeNull()
      else expect(sentence).toMatch(/^(On|We came) .*4 Kerb Street.*\.$/)
    }
  })

  it('counts bags, and speaks of rubbish where that was collected', () => {
    const collected = { ...stop, outcome: 'COLLECTED' } as const
    expect(pickupSentence({ ...collected, pu: 1 })).toBe('On 12/11/2026 we collected 1 bag from 4 Kerb Street.')
    expect(pickupSentence({ ...collected, pu: 3 })).toContain('3 bags')
    expect(pickupSentence({ ...collected, serviceType: 'RUBBISH_REMOVAL', pu: 1 })).toContain('your rubbish')
    for (const outcome of OUTCOMES)
      expect(pickupSentence({ ...stop, serviceType: 'RUBBISH_REMOVAL', pu: 1, outcome }) ?? '').not.toMatch(/\bbag/)
  })
})
