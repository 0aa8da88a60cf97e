/**
 * The mails whose text the office may change (Settings), their fields and default text. A field is written {firstName}.
 */

interface MailTemplate {
  /** The fields that are filled in; other names in braces stay as they are, and the office is warned. */
  readonly fields: readonly string[]
  readonly subject: string
  readonly text: string
}

const QUOTATION = `Hello {firstName},

Thank you for asking. This is our offer:

{servicePackage}
{features}
Collection: {collectionScheme}
Payment: {paymentScheme}
Price: {price}

Our next weeks in {suburb}:
{weeks}

{message}

To accept, open this link by {expires}:
{acceptLink}

{businessName}`

const WELCOME = `Hello {firstName},

Welcome to {businessName}! Your customer number is {refId}.

Your first collection is in the {nextPickUp}.

Choose your password within 7 days to see your collections and account. This link works once:
{passwordLink}

{businessName}`

export const MAIL_TEMPLATES = ['quotation', 'welcome'] as const
export type MailTemplateName = (typeof MAIL_TEMPLATES)[number]

export const MAIL_TEMPLATE: Readonly<Record<MailTemplateName, MailTemplate>> = {
  quotation: {
    fields: [
      'firstName',
      'servicePackage',
      'features',
      'collectionScheme',
      'paymentScheme',
      'price',
      'suburb',
      'weeks',
      'message',
      'expires',
      'acceptLink',
      'businessName',
    ],
    subject: 'Your quotation from {businessName}',
    text: QUOTATION,
  },
  welcome: {
    fields: ['firstName', 'refId', 'nextPickUp', 'passwordLink', 'businessName'],
    subject: 'Welcome to {businessName}',
    text: WELCOME,
  },
}

/** Sample values for the preview of a template. */
const SAMPLES: Readonly<Record<MailTemplateName, Readonly<Record<string, string>>>> = {
  quotation: {
    firstName: 'Anna',
    servicePackage: 'Garden bag, 240 litres',
    features: listed(['One bag, exchanged at the kerb', 'A reminder the week before']),
    collectionScheme: 'Every month',
    paymentScheme: 'After the collection',
    price: '$25.00 a bag, GST included',
    suburb: 'Wahroonga',
    weeks: listed(['09/11/2026 to 15/11/2026', '14/12/2026 to 20/12/2026', '11/01/2027 to 17/01/2027']),
    message: 'Please leave the gate unlocked.',
    expires: '10/12/2026',
    acceptLink: 'https://rounds.example/quotation?token=…',
  },
  welcome: {
    firstName: 'Anna',
    refId: '10482',
    nextPickUp: 'week of Mon 09/11/2026',
    passwordLink: 'https://rounds.example/recover?token=…',
  },
}

/** Realistic values for a template's fields, with the firm's own name. */
export function sampleFields(template: MailTemplateName, businessName: string): Record<string, string> {
  return { ...SAMPLES[template], businessName }
}

/** Formats several lines as the value of one field. */
export function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/**
 * Fills in a template's text. A line that consists only of empty fields is left out, and consecutive empty lines are
 * merged.
 * @returns the text, and the names in braces that are not fields of the template
 */
export function fillIn(words: string, values: Readonly<Record<string, string>>): { text: string; unknown: string[] } {
  const unknown = new Set<string>()
  const lines = plainBreaks(words)
    .split('\n')
    .flatMap((line) => {
      let filled: string | null = null
      const text = line.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
        if (!Object.hasOwn(values, name)) {
          unknown.add(name)
          return whole
        }
        const value = plainBreaks(values[name] ?? '')
        filled = (filled ?? '') + value
        return value
      })
      return filled === '' && isEmpty(text) ? [] : [text]
    })
  // A field's value may contain line breaks.
  const all = lines.join('\n').split('\n')
  const text = all.filter((line, place) => !isEmpty(line) || place === 0 || !isEmpty(all[place - 1] ?? '')).join('\n')
  return { text, unknown: [...unknown] }
}

/** The same for a subject, which is always one line. */
export function fillInLine(
  words: string,
  values: Readonly<Record<string, string>>,
): { text: string; unknown: string[] } {
  const { text, unknown } = fillIn(words, values)
  return { text: text.replace(/\s+/g, ' ').trim(), unknown }
}

const isEmpty = (line: string) => line.trim() === ''
const plainBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

/** The required field that the template's text lacks: the link the mail is sent for. */
export function missingField(template: MailTemplateName, text: string): string | null {
  const needed = { quotation: 'acceptLink', welcome: 'passwordLink' }[template]
  return text.includes(`{${needed}}`) ? null : needed
}
