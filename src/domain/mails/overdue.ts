import { mailWords } from './mail-words.ts'

/** `invoices` is a list; `alsoOverdue` names the other overdue ones, and is empty where none are; `holdNotice` names the day from which collections pause, and is empty where none do. */
const FIELDS = [
  'firstName',
  'refId',
  'invoices',
  'total',
  'alsoOverdue',
  'howToPay',
  'reference',
  'holdNotice',
  'businessName',
] as const

const SAMPLE = {
  firstName: 'Anna',
  refId: '10482',
  invoices: '- Invoice INV-000123, due 17/11/2026: $75.00\n- Invoice INV-000131, due 24/11/2026: $25.00',
  total: '$100.00',
  alsoOverdue: 'Also overdue: $25.00 (INV-000117)',
  howToPay: 'By bank transfer: Green Bags, BSB 062-000, account 12345678, reference 104828',
  reference: '104828',
  holdNotice: 'If this isn’t paid, we pause your collections from 17/12/2026.',
}

const sentBy = (called: string, subject: string, opening: string, closing: string) =>
  mailWords({
    called,
    fields: FIELDS,
    subject,
    text: `Hello {firstName},

${opening}

{invoices}

{alsoOverdue}

{howToPay}

{holdNotice}

${closing}

{businessName}`,
    sample: SAMPLE,
  })

/** The payment reminders that the server sends by itself, with all invoices at one step. */
export const overdueFirst = sentBy(
  'the first payment reminder that is sent by itself',
  'Reminder: {total} is overdue',
  '{total} is overdue. The invoices are attached.',
  'If you have paid in the last few days, please ignore this email.',
)
export const overdueSecond = sentBy(
  'the second payment reminder that is sent by itself',
  'Second reminder: {total} is overdue',
  'This is our second reminder. {total} is overdue. The invoices are attached.',
  'Please pay now, or call us if something is wrong.',
)
export const overdueFinal = sentBy(
  'the final payment reminder',
  'Final reminder: {total} is overdue',
  'This is our final reminder. {total} is overdue. The invoices are attached.',
  'Please pay now, or call us if something is wrong.',
)
