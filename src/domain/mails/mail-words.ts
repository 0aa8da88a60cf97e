/**
 * A mail whose text the office may change in Settings, one file each in this folder. A field is written {firstName}.
 */
export interface MailWords<Field extends string = string> {
  /** In "Subject of …", in the list of settings. */
  readonly called: string
  /** Other names in braces stay as they are, and the office is warned. */
  readonly fields: readonly Field[]
  /** The field that the text must have: the link the mail is sent for. */
  readonly needs?: NoInfer<Field>
  readonly subject: string
  readonly text: string
  /** Realistic values for the preview, with the firm's own name. */
  readonly sample: Readonly<Record<Exclude<Field, 'businessName'>, string>>
}

export const mailWords = <const Field extends string>(words: MailWords<Field>): MailWords<Field> => words
