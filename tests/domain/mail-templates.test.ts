import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fillIn,
  fillInLine,
  listed,
  MAIL_TEMPLATE,
  MAIL_TEMPLATES,
  missedFields,
  missingField,
  sampleFields,
} from '#domain/mail-templates.ts'

const name = fc.constantFrom('firstName', 'price', 'weeks', 'message')
const plain = fc.stringMatching(/^[a-z .,\r\n\t]{0,12}$/)
/** Template text as an office might type it: texts, fields, line breaks, and unknown field names. */
const words = fc
  .array(
    fc.oneof(
      plain,
      name.map((field) => `{${field}}`),
      fc.constantFrom('\n', '\r\n', '\n\n\n', '{nickname}', '{first name}', '{}', '{', '}', '{toString}'),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))
const values = fc.record({
  firstName: fc.string(),
  price: plain,
  weeks: plain,
  message: fc.constantFrom('', '{price}', 'one\n\n\n\ntwo', '\r\n\r\n\r\n'),
})

describe('a mail template', () => {
  it('fills in every one of its fields, whatever their values', () => {
    fc.assert(
      fc.property(words, values, (template, filled) => {
        const { text } = fillIn(template, { ...filled, firstName: 'Anna', message: '' })
        for (const field of Object.keys(filled)) expect(text).not.toContain(`{${field}}`)
      }),
    )
  })

  it('never has two empty lines in a row', () => {
    fc.assert(
      fc.property(words, values, (template, filled) => {
        expect(fillIn(template, filled).text).not.toMatch(/(^|\n)[^\S\n]*\n[^\S\n]*(\n|$)/)
      }),
    )
  })

  it('keeps text in braces that is no field, and reports its name', () => {
    fc.assert(
      fc.property(words, values, (template, filled) => {
        const { text, unknown } = fillIn(template, { ...filled, firstName: 'Anna', message: '' })
        for (const field of unknown) expect(text).toContain(`{${field}}`)
        for (const field of ['nickname', 'first name', 'toString'])
          expect(unknown.includes(field)).toBe(template.includes(`{${field}}`))
      }),
    )
  })

  it('fills in a person’s text without reading that text as a template', () => {
    expect(fillIn('{message} {price}', { message: 'about {price}', price: '$25.00' })).toEqual({
      text: 'about {price} $25.00',
      unknown: [],
    })
  })

  it('drops a line whose fields are all empty, and keeps an empty line between the others', () => {
    expect(fillIn('Hello\n\n{message}\n\nBye', { message: '' }).text).toBe('Hello\n\nBye')
    expect(fillIn('Price: {price}', { price: '' }).text).toBe('Price: ')
    expect(fillIn('a\r\n\r\n\r\nb', {}).text).toBe('a\n\nb')
  })

  it('makes the subject one line, so that no field can add a header to the mail', () => {
    expect(fillInLine('Offer {weeks}\nBcc: x ', { weeks: 'one\r\ntwo' })).toEqual({
      text: 'Offer one two Bcc: x',
      unknown: [],
    })
  })

  it.each(MAIL_TEMPLATES)('%s: the default words use only fields that exist, and have the link', (template) => {
    const { fields, subject, text } = MAIL_TEMPLATE[template]
    const samples = sampleFields(template, 'Green Bags')
    expect(Object.keys(samples).toSorted()).toEqual([...fields].toSorted())
    expect([...fillIn(text, samples).unknown, ...fillIn(subject, samples).unknown]).toEqual([])
    expect(missingField(template, text)).toBeNull()
  })

  it.each(['quotation', 'welcome'] as const)('%s: the text must have the link the mail is sent for', (template) => {
    const { text } = MAIL_TEMPLATE[template]
    expect(missingField(template, text.replace(/\{\w+Link\}/, ''))).toMatch(/Link$/)
  })

  it.each(MAIL_TEMPLATES)('%s: the default words leave out nothing that a firm would miss', (template) => {
    expect(missedFields(template, MAIL_TEMPLATE[template].text)).toEqual([])
  })

  it('knows which reminders of the firm’s own words don’t name the other overdue invoices', () => {
    expect(missedFields('overdueSecond', 'Please pay {total}. {howToPay}')).toEqual(['alsoOverdue'])
    expect(missedFields('receipt', 'Thank you')).toEqual([])
  })

  it('lists several values line by line', () => {
    expect(listed(['One bag', 'A reminder'])).toBe('- One bag\n- A reminder')
    expect(listed([])).toBe('')
  })
})
