import { createCustomer } from '#contract/v1/customers.ts'
import {
  type CustomerColumn,
  CUSTOMER_COLUMNS,
  customerKey,
  customerSpelling,
  isFarOff,
  type NamedHome,
  REF_GAP_MAX,
} from '#domain/import-rows.ts'
import { lettersWarning } from '#domain/documents/printed-letters.ts'
import { EMAIL_SHARED, emailsIn } from '#domain/emails.ts'
import { readCell } from '#domain/import-cells.ts'
import { newID } from '#domain/identifiers.ts'
import { weekFiveWarning } from '#domain/week-five.ts'
import { newCustomer } from '../customers/public.ts'
import type { Dependencies } from '../../ports.ts'
import { takeTurns } from '../../files/turns.ts'
import { changeOfKnown, warnOfState } from './customers-change.ts'
import { type CustomersFacts, customersFacts } from './customers-facts.ts'
import { customerDoubles, type Doubles } from './customer-doubles.ts'
import { doubtsOfPlaces } from './customers-places.ts'
import { balanceBrought, broughtMoney, NOTHING_BROUGHT, prepaidBrought } from './customers-brought.ts'
import { addToNotes, checkFields, columnOf, dueOf, placeIn, readContacts, type Values } from './customers-values.ts'
import { type CustomerPlan, reserveNumbers, writeCustomers } from './customers-write.ts'
import type { Importer, ImportRow, Verdict } from './importer.ts'
import { type Before, before, type Known } from './known-people.ts'
import { Faults, valuesOf } from './read-cells.ts'

type Row = ImportRow<CustomerColumn>

/**
 * A row with a number means the customer with that number, or creates one. A row without a number means the customer of
 * an earlier import with the same email, or else the same name and address, so that importing the file again changes
 * nothing. A new customer who shares name and address, or phone and one of the two, with another is asked about. An
 * empty cell is ignored: a new customer gets the default, an existing one stays as it is.
 */
export const customersImporter = (deps: Pick<Dependencies, 'mail'>): Importer<CustomerPlan, CustomerColumn> => ({
  kind: 'customers',
  columns: CUSTOMER_COLUMNS,
  mayMiss: (found) => found.has('refId'),
  nameOf: ({ cells: { firstName, lastName, company, refId } }) =>
    [firstName, lastName].filter(Boolean).join(' ') || company || refId || null,

  async load(db, rows, now) {
    const facts = await customersFacts(db, now)
    const pause = takeTurns()
    const meant = await whoIsMeant(rows, facts, pause)
    const here = [...meant.values()].flatMap(({ person }) => (person && !person.isDeleted ? [person.userID] : []))
    const judging: Judging = {
      facts,
      known: await before(db, [...new Set(here)]),
      taken: new Map(),
      brought: newNumbers(rows, facts),
      doubles: customerDoubles(),
      earlierDoubles: customerDoubles(),
      now,
    }
    // Customers whom the file names too are compared as rows of it.
    const named = new Set([...meant.values()].map(({ person }) => person?.userID))
    for (const candidate of facts.people.candidates) {
      await pause()
      if (!named.has(candidate.userID)) judging.doubles.add(candidate)
    }
    return (row) => verdictOn(row, meant.get(row)!, judging)
  },

  moneyColumns: ['openingBalance', 'openingDueDate', 'prepaidLeft'],
  moneyOf: (plans) => ({
    ...broughtMoney(plans.map(({ brought }) => brought)),
    prices: plans.filter(({ before, after }) => before !== null && before.amount !== after.amount).length,
  }),

  doubtsOf: doubtsOfPlaces,

  prepare: reserveNumbers,

  replacePlan(from, to) {
    if (from.before === null && to.before === null) to.refNumber ??= from.refNumber
  },
  write: (tx, author, plans) => writeCustomers(tx, deps, author, plans),
})

interface Judging {
  readonly facts: CustomersFacts
  readonly known: ReadonlyMap<string, Before>
  /** The line that claimed a number, an email, or a name at an address. */
  readonly taken: Map<string, number>
  /** The file's new numbers, ascending. */
  readonly brought: readonly number[]
  /** Customers who are here already, and the new ones of earlier rows. */
  readonly doubles: Doubles
  readonly earlierDoubles: Doubles
  readonly now: Date
}

interface Meant {
  readonly person: Known | null
  /** The row's name and address; null: the row has a number, or lacks one of the two. */
  readonly key: string | null
  /** Several customers of earlier imports match. */
  readonly isUnclear: boolean
}

async function whoIsMeant(
  rows: readonly Row[],
  facts: CustomersFacts,
  pause: () => Promise<void>,
): Promise<Map<Row, Meant>> {
  const { byNumber } = facts.people
  const numbered = (row: Row) => byNumber.get(refIdOf(row) ?? 0)
  const named = new Set<string | undefined>()
  for (const row of rows) {
    await pause()
    named.add(numbered(row)?.userID)
  }
  const meant = new Map<Row, Meant>()
  for (const row of rows) {
    await pause()
    meant.set(
      row,
      row.cells.refId === undefined
        ? meantWithoutNumber(row, facts, named)
        : { person: numbered(row) ?? null, key: null, isUnclear: false },
    )
  }
  return meant
}

/** @param named whom the file names by their numbers; a row without one doesn't mean them */
function meantWithoutNumber(row: Row, facts: CustomersFacts, named: ReadonlySet<string | undefined>): Meant {
  const { byEmail, namedAt } = facts.people
  const home = homeOf(row, facts)
  const key = home && customerKey(home)
  const mailed = byEmail.get(emailsIn(row.cells.email ?? '').emails[0]?.toLowerCase() ?? '')
  if (mailed) return { person: mailed.isMigrated ? mailed : null, key, isUnclear: false }
  const there = (home === null ? [] : namedAt(home)).filter(({ userID }) => !named.has(userID))
  if (home === null || there.length !== 1) return { person: null, key, isUnclear: there.length > 1 }
  // If two customers have similar names, each row means the one with its exact spelling.
  return { person: there[0]!, key: customerSpelling(home), isUnclear: false }
}

function refIdOf({ cells: { refId } }: Row): number | null {
  const number = refId === undefined ? null : readCell(CUSTOMER_COLUMNS.refId, refId)
  return typeof number === 'number' ? number : null
}

function newNumbers(rows: readonly Row[], { people: { byNumber } }: CustomersFacts): number[] {
  const given = new Set(rows.flatMap((row) => refIdOf(row) ?? []))
  return [...given].filter((number) => !byNumber.has(number)).sort((a, b) => a - b)
}

function homeOf(
  { cells: { firstName, lastName, address, suburbLabel, postcode, state } }: Row,
  facts: CustomersFacts,
): NamedHome | null {
  if (firstName === undefined || lastName === undefined || address === undefined || suburbLabel === undefined)
    return null
  const suburb = facts.suburbNamed({ label: suburbLabel, postcode, state: stateOf(state) }, new Faults({}))
  return suburb && { firstName, lastName, address, suburbID: suburb.suburbID }
}

const stateOf = (cell: string | undefined) => (cell === undefined ? undefined : readCell(CUSTOMER_COLUMNS.state, cell))

function verdictOn(row: Row, meant: Meant, judging: Judging): Verdict<CustomerPlan> {
  const faults = new Faults(CUSTOMER_COLUMNS, row.cells)
  const values = valuesOf(CUSTOMER_COLUMNS, row, faults)
  checkFields(values, faults)
  const kept = readContacts(values, faults)
  const there = (meant.person && judging.known.get(meant.person.userID)) ?? null
  addToNotes(values, kept, there?.notes ?? null)
  const verdict = there ? changeOfKnown(there, values, judging.facts, faults) : newOne(values, judging, faults)
  const shares = checkWho(row, values, { ...meant, there }, judging, faults)
  if (faults.any || verdict === null) return { error: faults.toString() }
  if (!('plan' in verdict)) return verdict
  const { before: was, after } = verdict.plan
  const weekFive = weekFiveWarning(
    typeof values.weekNumber === 'number' ? values.weekNumber : null,
    after.collectionScheme,
  )
  if (weekFive && was?.weekNumber !== after.weekNumber) faults.warn('weekNumber', weekFive.message)
  if (verdict.creates) warnOfLetters(values, faults)
  if (faults.asked !== null && values.confirmed !== true) return { question: faults.asked }
  const question = verdict.creates ? doubtOf(row, values, verdict.plan, judging, faults) : null
  if (question !== null) return { question }
  if (shares) verdict.plan.account.signsIn = false
  return { ...verdict, warning: faults.warning }
}

/** Warns of the first cell with letters that no invoice can show. */
function warnOfLetters(values: Values, faults: Faults): void {
  for (const column of ['firstName', 'lastName', 'company', 'billToName', 'address'] as const) {
    const letters = lettersWarning([values[column] as string | undefined])
    if (letters) return faults.warn(column, letters.message)
  }
}

/**
 * A question when a new customer is probably here already; a warning when only the phone is. Rows of one file that have
 * numbers of their own were two customers in the old program.
 */
function doubtOf(
  { line }: Row,
  { refId, confirmed }: Values,
  { account, after }: CustomerPlan,
  { doubles, earlierDoubles }: Judging,
  faults: Faults,
): string | null {
  const { firstName, lastName } = account
  const { address, suburbID, mobilePhone = null, homePhone = null } = after
  const somebody = { firstName, lastName, address, suburbID, mobilePhone, homePhone }
  const here = doubles.of(somebody)
  const earlier = earlierDoubles.of(somebody)
  earlierDoubles.add({ ...somebody, called: `line ${line}` })
  const double = here?.isLikely ? here : earlier?.isLikely && refId === undefined ? earlier : (here ?? earlier)
  if (double === null) return null
  const needsAnswer = double.isLikely && (double === here || refId === undefined)
  if (needsAnswer && confirmed !== true)
    return faults.question(double.column, `${double.sentence}. Is it the same customer?`)
  if (!needsAnswer && double.column !== 'lastName') faults.warn(double.column, double.sentence)
  return null
}

/**
 * Allows each customer once per file, and asks about the email of another account.
 * @returns whether the row shares such an email
 */
function checkWho(
  { line }: Row,
  { refId, email }: Values,
  { person, key, isUnclear, there }: Meant & { there: Before | null },
  { facts, taken, brought }: Judging,
  faults: Faults,
): boolean {
  const takeFor = (column: string, what: string, sentence: (line: number) => string) => {
    const earlier = taken.get(what)
    if (earlier === undefined) taken.set(what, line)
    else faults.add(column, sentence(earlier))
  }
  if (isUnclear) faults.add('refId', 'Several customers have this name and address. Add the Ref ID')
  if (person?.isDeleted) faults.add('refId', 'The customer with this number was deleted')
  if (typeof refId === 'number' && person === null && isFarOff(refId, facts.highestNumber, brought)) {
    faults.add(
      'refId',
      `More than ${REF_GAP_MAX.toLocaleString('en-AU')} beyond the highest Ref ID, ${facts.highestNumber}`,
    )
  }
  if (typeof refId === 'number') takeFor('refId', `number ${refId}`, (earlier) => `Duplicate of line ${earlier}`)
  else if (key !== null) takeFor('lastName', `key ${key}`, (earlier) => `Same name and address as line ${earlier}`)
  // Old systems often store "none" as an email.
  const shared = faults.has('email') ? null : sharedBy(email, line, there, { facts, taken })
  if (shared !== null) faults.ask('email', `${shared}. Is it for both? Then this customer can’t log in`)
  if (there && !faults.has('refId') && !faults.has('email'))
    takeFor('lastName', `customer ${there.customerID}`, (earlier) => `Same customer as line ${earlier}`)
  return shared !== null
}

/** The account that has the row's email already; null: no account has it, or it is this customer's own. */
function sharedBy(
  email: Values['email'],
  line: number,
  there: Before | null,
  { facts, taken }: Pick<Judging, 'facts' | 'taken'>,
): string | null {
  if (typeof email !== 'string') return null
  const address = email.toLowerCase()
  const earlier = taken.get(`email ${address}`)
  if (earlier === undefined) taken.set(`email ${address}`, line)
  if (address === there?.email?.toLowerCase()) return null
  const owner = facts.people.byEmail.get(address)
  if (owner && owner.userID !== there?.customerID) return EMAIL_SHARED.replace(/\.$/, '')
  return earlier === undefined ? null : `Same email as line ${earlier}`
}

function newOne(values: Values, { facts, now }: Judging, faults: Faults): Verdict<CustomerPlan> | null {
  const {
    refId,
    suburbLabel,
    packageName,
    dueYear,
    dueMonth,
    dueWeek,
    openingBalance: _balance,
    openingDueDate: _due,
    prepaidLeft: _left,
    lat: _lat,
    lng: _lng,
    confirmed: _confirmed,
    ...fields
  } = values
  const suburb = suburbLabel === undefined ? null : facts.suburbNamed({ label: suburbLabel, ...fields }, faults)
  const packageRow = packageName === undefined ? null : facts.packageNamed(String(packageName), faults)
  const balance = balanceBrought(values, NOTHING_BROUGHT, facts.today, faults)
  const place = placeIn(values, null, faults)
  const due = dueOf({ dueYear, dueMonth, dueWeek })
  const customerID = newID(now.getTime())
  const given = {
    state: suburb?.state ?? SOMEWHERE.state,
    postcode: suburb?.postCode ?? SOMEWHERE.postcode,
    ...fields,
    // A value that was not found has its own fault; the schema reports a missing one.
    suburbID: suburb?.suburbID ?? (suburbLabel === undefined ? undefined : customerID),
    productID: packageRow?.productID ?? (packageName === undefined ? undefined : customerID),
    ...(due && { due }),
    origin: 'MIGRATED',
  }
  const input = faults.check(createCustomer.input, given, columnOf)
  if (!input || !suburb || !packageRow) return null
  const after = faults.rule(
    () => newCustomer(customerID, input, { ...facts, suburb, package: packageRow }, now),
    columnOf,
  )
  if (!after) return null
  warnOfState(after, suburb, faults)
  const brought = { balance, prepaid: prepaidBrought(values, NOTHING_BROUGHT, after, faults) }
  const { firstName, lastName, email = null } = input
  const account = { firstName, lastName, email }
  return {
    plan: {
      before: null,
      after,
      account,
      refNumber: typeof refId === 'number' ? refId : null,
      brought,
      place,
      home: { suburb, package: packageRow },
    },
    creates: true,
  }
}

/** A placeholder keeps state and postcode from being reported as missing when the suburb was not found. */
const SOMEWHERE = { state: 'NSW', postcode: '2000' } as const
