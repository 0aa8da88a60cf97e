import { CUSTOMER_TEXT_NAMES, type CustomerText } from './customer-fields.ts'
import { shownChoice } from './import-choices.ts'
import { folded, oneSpaced } from './texts.ts'
import {
  ACCOUNT_TYPES,
  COLLECTION_SCHEMES,
  CUSTOMER_STATUSES,
  INVOICE_TYPES,
  PAYMENT_SCHEMES,
  STATES_OF_AUSTRALIA,
} from './words.ts'

/**
 * The columns of a CSV file of suburbs, customers or open invoices, and how a cell is parsed, for the screen that maps
 * columns and the server.
 */

/** Rows of data in one file; a firm has at most 10,000 customers, and Australia 17,000 suburbs. */
export const IMPORT_ROWS_MAX = 50_000
export const IMPORT_BYTES_MAX = 32 * 1_048_576
/** Messages of one kind in a result; the others are only counted. */
export const IMPORT_MESSAGES_MAX = 1_000

type Kind = 'text' | 'whole' | 'degrees' | 'money' | 'signed-money' | 'yes-no' | 'day' | 'list' | readonly string[]

export interface ImportColumn {
  readonly kind: Kind
  /** Required for a row that creates a new record. */
  readonly needed: boolean
  /** The expected content in words: "a week from 1 to 5". */
  readonly expects: string
}

const column = (kind: Kind, expects: string): ImportColumn => ({ kind, expects, needed: false })
const needed = (kind: Kind, expects: string): ImportColumn => ({ kind, expects, needed: true })
const OR = new Intl.ListFormat('en-AU', { type: 'disjunction' })
const oneOf = <Code extends string>(words: readonly Code[]) => column(words, OR.format(words.map(shownChoice)))
const text = column('text', 'a text')
const yesNo = column('yes-no', 'yes or no')
const day = 'a date such as 23/06/2026'
const postcode = 'an Australian postcode'
const phone = column('text', 'a phone number')
/** The office's answer to a question about the row. */
const confirmed = column('yes-no', 'yes to import a row that looks like one already here')
const week = column('whole', 'a week from 1 to 5')

export const SUBURB_COLUMNS = {
  label: needed('text', 'the suburb’s name'),
  postCode: needed('text', postcode),
  state: oneOf(STATES_OF_AUSTRALIA),
  weekNumber: week,
} as const satisfies Record<string, ImportColumn>
export type SuburbColumn = keyof typeof SUBURB_COLUMNS

const PLAIN_TEXTS = Object.fromEntries(CUSTOMER_TEXT_NAMES.map((name) => [name, text])) as Record<
  CustomerText,
  ImportColumn
>

export const CUSTOMER_COLUMNS = {
  ...PLAIN_TEXTS,
  refId: column('whole', 'the customer’s number, 1 to 99999999'),
  firstName: needed('text', 'a name'),
  lastName: needed('text', 'a name'),
  email: column('text', 'an email'),
  mobilePhone: phone,
  homePhone: phone,
  address: needed('text', 'a number and street'),
  suburbLabel: needed('text', 'the name of a suburb'),
  state: oneOf(STATES_OF_AUSTRALIA),
  postcode: column('text', postcode),
  packageName: needed('text', 'the name of a service package'),
  startDate: needed('day', day),
  status: oneOf(CUSTOMER_STATUSES),
  accountType: { ...oneOf(ACCOUNT_TYPES), needed: true },
  invoiceType: { ...oneOf(INVOICE_TYPES), needed: true },
  paymentScheme: oneOf(PAYMENT_SCHEMES),
  collectionScheme: oneOf(COLLECTION_SCHEMES),
  amount: column('money', 'the price of one bag, such as 25 or $25.00'),
  weekNumber: week,
  runNumber: column('whole', 'a run number from 1 to 99'),
  stopOrder: column('whole', 'a whole number from 0'),
  orderWish: column('text', 'first, last or a time such as 09:00'),
  dueYear: column('whole', 'a year such as 2026'),
  dueMonth: column('whole', 'a month from 1 to 13'),
  dueWeek: week,
  propertyManagement: yesNo,
  billToEmail: column('text', 'an email'),
  doNotRemind: yesNo,
  doNotSendInvoiceEmail: yesNo,
  features: column('list', 'features with | between them'),
  lat: column('degrees', 'degrees such as -33.8688'),
  lng: column('degrees', 'degrees such as 151.2093'),
  openingBalance: column('signed-money', 'an amount such as 25 or -$60.00, negative if they owe'),
  openingDueDate: column('day', day),
  prepaidLeft: column('whole', 'a whole number from 0 to 3'),
  confirmed,
} as const satisfies Record<string, ImportColumn>
export type CustomerColumn = keyof typeof CUSTOMER_COLUMNS

/** Invoices of the old billing program, one per row. */
export const OPEN_INVOICE_COLUMNS = {
  oldNumber: needed('text', 'the invoice’s number in the old program'),
  refId: needed('whole', 'the customer’s number, 1 to 99999999'),
  issueDate: needed('day', day),
  dueDate: column('day', day),
  owing: needed('money', 'the amount still owing, such as 25 or $25.00'),
  confirmed,
} as const satisfies Record<string, ImportColumn>
export type OpenInvoiceColumn = keyof typeof OPEN_INVOICE_COLUMNS

const SAVE_AS_CSV = 'Open it in your spreadsheet, save it as “CSV UTF-8 (Comma delimited)”, and choose that file.'

/** Messages for a workbook instead of CSV: an .xlsx is a zip file, an .xls an OLE file. */
export const workbookWords = {
  xlsx: `This is an Excel workbook (.xlsx) or a zip file, not CSV. ${SAVE_AS_CSV}`,
  xls: `This is an old Excel workbook (.xls), not CSV. ${SAVE_AS_CSV}`,
} as const

const SIGNATURES = { xlsx: [0x50, 0x4b, 0x03, 0x04], xls: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] } as const

/** Null: the first bytes match no workbook format. */
export function workbookKind(bytes: Uint8Array): keyof typeof workbookWords | null {
  const begins = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte)
  return begins(SIGNATURES.xlsx) ? 'xlsx' : begins(SIGNATURES.xls) ? 'xls' : null
}

/** "Post code" and "post_code" both match postCode. */
const bare = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

/** Quotes text from the file within a sentence. The text can be anything, even the first bytes of an image. */
export const quoted = (heading: string) =>
  `“${
    heading
      .replace(/[\p{Cc}<>{}\\]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60) || '…'
  }”`

/** Maximum number of names listed in one message. */
const NAMED = 10

/**
 * A heading may give the value of every row whose cell is empty: "accountType=PERSONAL", so that a file that lacks a
 * column needs no editing.
 */
export function headingOf(cell: string): { name: string; sameForAll: string } {
  const at = cell.indexOf('=')
  return at === -1 ? { name: cell, sameForAll: '' } : { name: cell.slice(0, at), sameForAll: cell.slice(at + 1).trim() }
}

/**
 * The known column of each column of the file; null: left out (its heading is empty or `-`). A sentence instead when a
 * heading is unknown or repeated, or a column is missing.
 * @param may whether a required column may be missing nevertheless
 */
export function columnsOf<Name extends string>(
  headings: readonly string[],
  known: Readonly<Record<Name, ImportColumn>>,
  may: (found: ReadonlySet<Name>) => boolean = () => false,
): (Name | null)[] | string {
  const names = Object.keys(known) as Name[]
  const byBare = new Map(names.map((name) => [bare(name), name]))
  const found = new Set<Name>()
  const columns: (Name | null)[] = []
  for (const heading of headings) {
    const word = bare(headingOf(heading).name)
    const name = byBare.get(word) ?? null
    if (name === null && word !== '')
      return `The heading ${quoted(heading)} isn’t known.${names.length > NAMED ? '' : ` Known headings: ${names.join(', ')}.`} Columns headed with - or nothing are left out.`
    if (name !== null && found.has(name)) return `The heading “${name}” is used twice.`
    if (name !== null) found.add(name)
    columns.push(name)
  }
  const missing = names.filter((name) => known[name].needed && !found.has(name))
  if (missing.length > 0 && !may(found)) return `The first row must name the columns. Missing: ${missing.join(', ')}.`
  return columns
}

/** Two rows mean the same suburb when their labels are alike and their postcodes equal. */
export const suburbKey = (label: string, postcode: string) => `${nameKey(label)}|${postcode}`

/** A customer's number has at most eight digits. */
export const REF_MAX = 99_999_999

/**
 * How far a new customer's number may exceed the existing ones. A larger one is probably a phone number or a typing
 * error, and every later number would be as long.
 */
export const REF_GAP_MAX = 1_000_000

/**
 * Whether a new number far exceeds both the highest existing one and the median of the other new numbers in the file: a
 * firm that imports its customers may have long numbers.
 * @param highest of the existing customers
 * @param brought the file's new numbers, this one included, ascending
 */
export function isFarOff(number: number, highest: number, brought: readonly number[]): boolean {
  const middle = Math.floor((brought.length - 2) / 2)
  const others = brought.length < 2 ? 0 : number <= brought[middle]! ? brought[middle + 1]! : brought[middle]!
  return number > Math.max(highest, others) + REF_GAP_MAX
}

export interface NamedHome {
  readonly firstName: string
  readonly lastName: string
  readonly address: string
  readonly suburbID: string
}

/** Two rows without a number mean the same customer when their names and addresses are alike. */
export const customerKey = ({ firstName, lastName, address, suburbID }: NamedHome) =>
  [nameKey(firstName), nameKey(lastName), addressKey(address), suburbID].join('|')

/** The same, compared by exact spelling. */
export const customerSpelling = ({ firstName, lastName, address }: NamedHome) =>
  [firstName, lastName, address].map(spelling).join('|')

/** The form in which names are compared: "O'Brien" and "O’BRIEN" are alike. */
export const nameKey = (name: string) => folded(oneSpaced(name)).trim()

/** In an address a dash counts as a space: 1-2 High Street is not 12 High Street. */
const addressKey = (address: string) => nameKey(address.replace(/[\p{Pd}⁃−]/gu, ' '))

export const spelling = (name: string) => oneSpaced(name.normalize('NFC')).trim().toLowerCase()

/**
 * Of items with names that are alike, those with the exact spelling, or all if none has it. Two records that were
 * stored as separate so stay separate.
 */
export function closest<Thing>(alike: readonly Thing[], isWrittenSo: (thing: Thing) => boolean): readonly Thing[] {
  const same = alike.length > 1 ? alike.filter(isWrittenSo) : alike
  return same.length > 0 ? same : alike
}
