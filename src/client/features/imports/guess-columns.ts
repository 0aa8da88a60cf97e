import type { Field, ImportKind } from './import-kinds.ts'

/** Names of our fields in other systems and spreadsheets, without case, spaces and punctuation. */
const SYNONYMS: Readonly<Partial<Record<Field, readonly string[]>>> = {
  label: ['suburb', 'suburbname', 'name', 'town', 'city', 'locality', 'suburblabel'],
  postCode: ['zip', 'zipcode', 'pcode'],
  postcode: ['zip', 'zipcode', 'pcode'],
  weekNumber: ['week', 'weekno', 'wk', 'collectionweek', 'pickupweek'],
  refId: [
    'ref',
    'refno',
    'refnumber',
    'reference',
    'customerid',
    'customerno',
    'customernumber',
    'custno',
    'account',
    'accountno',
    'accountnumber',
    'id',
    'no',
    'number',
  ],
  title: ['salutation'],
  firstName: ['givenname', 'givennames', 'forename', 'first', 'name', 'christianname'],
  lastName: ['surname', 'familyname', 'last'],
  company: ['companyname', 'business', 'businessname', 'organisation', 'organization'],
  email: ['emailaddress', 'mail', 'emailid'],
  mobilePhone: ['mobile', 'mobileno', 'mobilenumber', 'cell', 'cellphone', 'mob'],
  homePhone: ['phone', 'phoneno', 'phonenumber', 'telephone', 'tel', 'landline', 'home', 'homenumber'],
  address: ['street', 'streetaddress', 'address1', 'addressline1', 'pickupaddress', 'serviceaddress'],
  suburbLabel: ['suburb', 'suburbname', 'town', 'city', 'locality'],
  packageName: ['package', 'servicepackage', 'service', 'product', 'plan'],
  startDate: ['start', 'started', 'startedon', 'commenced', 'commencementdate', 'joined', 'since', 'datestarted'],
  accountType: ['type', 'customertype'],
  invoiceType: ['invoicing', 'billingtype'],
  paymentScheme: ['payment', 'billing'],
  collectionScheme: ['frequency', 'collection', 'cycle', 'schedule'],
  amount: ['price', 'rate', 'charge', 'bagprice', 'priceperbag', 'fee'],
  runNumber: ['run', 'runno', 'round'],
  stopOrder: ['stop', 'order', 'sequence', 'stopno', 'position', 'runorder'],
  doNotRemind: ['noreminder', 'noreminders'],
  doNotSendInvoiceEmail: ['noinvoiceemail', 'noemailinvoice'],
  propertyManagement: ['propertymanager', 'managed'],
  billToName: ['billto', 'invoiceto', 'invoicename', 'billingname'],
  billToEmail: ['invoiceemail', 'billingemail', 'accountsemail'],
  notes: ['note', 'comment', 'comments', 'remarks'],
  adminNotes: ['drivernotes', 'notestodriver', 'instructions', 'access', 'accessnotes'],
  sourceOfLead: ['source', 'lead', 'leadsource', 'howdidyouhear'],
  orderWish: ['wish', 'timewindow', 'before', 'timewish', 'deliverby'],
  lat: ['latitude', 'gpslat', 'y'],
  lng: ['longitude', 'long', 'lon', 'gpslng', 'gpslong', 'x'],
  openingBalance: ['balance', 'owing', 'accountbalance', 'credit', 'outstanding'],
  openingDueDate: ['balanceduedate', 'debtdue', 'debtduedate', 'owingsince', 'overduesince'],
  prepaidLeft: [
    'prepaid',
    'prepaidcollections',
    'prepaidremaining',
    'collectionsleft',
    'collectionsremaining',
    'bagsleft',
    'paidinadvance',
  ],
  oldNumber: [
    'invoice',
    'invoiceno',
    'invoicenumber',
    'invoiceid',
    'invno',
    'inv',
    'documentno',
    'documentnumber',
    'docno',
    'reference',
    'referenceno',
    'number',
    'no',
  ],
  issueDate: ['date', 'invoicedate', 'issued', 'dateissued', 'documentdate', 'transactiondate'],
  dueDate: ['due', 'datedue', 'paymentdue'],
  owing: ['amountowing', 'amountdue', 'outstanding', 'balance', 'balancedue', 'amountoutstanding', 'unpaid', 'amount'],
}

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * The probable field of each column, by its heading. Each field is used once, and its own name takes precedence over
 * synonyms.
 * @param labels the fields' labels on our screens
 */
export function guessColumns(
  headings: readonly string[],
  { fields }: ImportKind,
  labels: (field: Field) => string,
): (Field | null)[] {
  const names = Object.keys(fields) as Field[]
  // In the export of our own list of customers "Balance" comes from our ledger, so it must not be booked again.
  const isOurs = headings.some((heading) => bare(heading) === 'totalsales')
  const guessed = headings.map((): Field | null => null)
  const ways: ((field: Field, heading: string) => boolean)[] = [
    (field, heading) => bare(field) === heading,
    // "Name" is the label of the given name, and may be the whole one: another synonym goes first.
    (field, heading) => bare(labels(field)) === heading && SYNONYMS[field]?.includes(heading) !== true,
    (field, heading) => SYNONYMS[field]?.includes(heading) === true && !(isOurs && field === 'openingBalance'),
  ]
  for (const isMeant of ways) {
    for (const [place, heading] of headings.entries()) {
      guessed[place] ??= names.find((field) => !guessed.includes(field) && isMeant(field, bare(heading))) ?? null
    }
  }
  // A "Name" without a family name is the whole name.
  if (guessed.includes('lastName')) return guessed
  return guessed.map((field, place) => (field === 'firstName' && bare(headings[place]!) === 'name' ? null : field))
}
