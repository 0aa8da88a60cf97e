/** The mails whose words the office may change (Settings), their fields and default words. A field is written {firstName}. */

interface MailTemplate {
  /** The fields that are filled in; anything else in braces is left as it stands, and the office is told. */
  readonly fields: readonly string[]
  readonly subject: string
  readonly text: string
}

const QUOTATION = `Hello {firstName},

thank you for asking. This is our offer:

{servicePackage}
{features}
Collection: {collectionScheme}
Payment: {paymentScheme}
Price: {price} a bag, GST included

We are in {suburb} in these weeks next:
{weeks}

{message}

To accept, open this link; it works until {expires}:
{acceptLink}

{businessName}`

const WELCOME = `Hello {firstName},

welcome! You are a customer of {businessName} now, and your number is {refId}.

Your first collection is in the {nextPickUp}.

Choose your password here, once and within 7 days; then you can see your collections and your account:
{passwordLink}

{businessName}`

export const MAIL_TEMPLATES = ['quotation', 'welcome'] as const
export type MailTemplateName = (typeof MAIL_TEMPLATES)[number]

export const MAIL_TEMPLATE: Readonly<Record<MailTemplateName, MailTemplate>> = {
  quotation: {
    fields: ['firstName', 'servicePackage', 'features', 'collectionScheme', 'paymentScheme', 'price', 'suburb', 'weeks', 'message', 'expires', 'acceptLink', 'businessName'],
    subject: 'Your quotation from {businessName}',
    text: QUOTATION,
  },
  welcome: {
    fields: ['firstName', 'refId', 'nextPickUp', 'passwordLink', 'businessName'],
    subject: 'Welcome to {businessName}',
    text: WELCOME,
  },
}

/**
 * Fills in a template's words. A line that holds nothing but empty fields is left out, and never two empty lines in a row.
 * @returns the words, and the names in braces that are no field of it
 */
export function fillIn(words: string, values: Readonly<Record<string, string>>): { text: string; unknown: string[] } {
  const unknown = new Set<string>()
  const lines = words.split('\n').flatMap((line) => {
    let fields = 0
    let filled = ''
    const text = line.replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (!Object.hasOwn(values, name)) {
        unknown.add(name)
        return whole
      }
      fields += 1
      filled += values[name]
      return values[name] ?? ''
    })
    return fields > 0 && filled === '' && text.trim() === '' ? [] : [text]
  })
  return { text: lines.join('\n').replace(/\n{3,}/g, '\n\n'), unknown: [...unknown] }
}

/** The words of a template that are missing a field nobody can do without: the link a mail is sent for. */
export function missingField(template: MailTemplateName, text: string): string | null {
  const needed = { quotation: 'acceptLink', welcome: 'passwordLink' }[template]
  return text.includes(`{${needed}}`) ? null : needed
}
