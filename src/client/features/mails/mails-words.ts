/** Mails the product wrote. */
export const mailsWords = {
  title: 'Mails',
} as const
