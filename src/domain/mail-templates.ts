/** The mails whose words the office may change (Settings), their fields and default words. A field is written {firstName}. */

interface MailTemplate {
  /** The fields that are filled in; anything else in braces is left as it stands, and the office is told. */
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

/** What stands in the fields where a template is shown to the office that writes it. */
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

/** Believable values of a template's fields, under the firm's own name. */
export function sampleFields(template: MailTemplateName, businessName: string): Record<string, string> {
  return { ...SAMPLES[template], businessName }
}

/** Several lines of one field. */
export function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/**
 * Fills in a template's words. A line that holds nothing but empty fields is left out, and never two empty lines in a row.
 * @returns the words, and the names in braces that are no field of it
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
  // A field's value may hold lines of its own.
  const all = lines.join('\n').split('\n')
  const text = all.filter((line, place) => !isEmpty(line) || place === 0 || !isEmpty(all[place - 1] ?? '')).join('\n')
  return { text, unknown: [...unknown] }
}

/** The same for a subject, which is one line whatever its fields hold. */
export function fillInLine(
  words: string,
  values: Readonly<Record<string, string>>,
): { text: string; unknown: string[] } {
  const { text, unknown } = fillIn(words, values)
  return { text: text.replace(/\s+/g, ' ').trim(), unknown }
}

const isEmpty = (line: string) => line.trim() === ''
const plainBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

/** The words of a template that are missing a field nobody can do without: the link a mail is sent for. */
export function missingField(template: MailTemplateName, text: string): string | null {
  const needed = { quotation: 'acceptLink', welcome: 'passwordLink' }[template]
  return text.includes(`{${needed}}`) ? null : needed
}
