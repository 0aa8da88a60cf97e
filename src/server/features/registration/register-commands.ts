import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { register } from '#contract/v1/registration.ts'
import { addDays } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { CONFIRM_DAYS, cyclesOf, driverNotes, START_MAX_DAYS } from '#domain/registration.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { LINK_PLACE, queueMail, queueMailWithLink } from '../../db/mail-outbox.ts'
import { customers } from '../../db/tables/customers.ts'
import { registrations } from '../../db/tables/registrations.ts'
import { settings } from '../../db/tables/settings.ts'
import { oneTimeTokens, users } from '../../db/tables/users.ts'
import { writeAudit } from '../../http/audit.ts'
import { bucketOf, countHit } from '../../http/limits.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { addAccount, issueToken } from '../accounts/public.ts'
import { cycleFacts } from '../calendar/public.ts'
import { CUSTOMER_NUMBERS, newCustomer } from '../customers/public.ts'
import { packageByID, type PackageRow } from '../packages/public.ts'
import { refreshSearch } from '../search/public.ts'
import { businessToday, letterOf, settingsInForce } from '../settings/public.ts'
import { suburbByID, type SuburbRow } from '../suburbs/public.ts'
import { acceptTexts } from './accepted-texts.ts'

type Input = InputOf<typeof register>
type Deps = Pick<Dependencies, 'config' | 'mail' | 'secrets'>

const DAY_SECONDS = 86_400
/** Mails that registrations send to one address in 24 hours: to a known one, and to one still to be confirmed. */
const KNOWN_MAILS = 1
const CONFIRM_MAILS = 3

/** An account that signs in with the email of a registration. */
interface Owner {
  readonly userID: string
  readonly firstName: string
  readonly role: string
}

export interface Registered {
  readonly customerID: string
  /** Price of one collection, in cents. */
  readonly amount: number
}

/**
 * Adds a request with an account without a password. The person chooses it on the page that the mailed link opens,
 * because anybody can register with an email that is not theirs. The same statements run for a known email and an
 * unknown one, so that the response time does not disclose which it is; only the mail differs.
 */
export async function registerCustomer(
  tx: Queryable,
  deps: Deps,
  input: Input,
  { now, requestID }: { readonly now: Date; readonly requestID: string },
): Promise<Registered> {
  const home = await chosen(tx, input, now)
  const accepted = await acceptTexts(tx, input, now)
  const owner = await ownerOf(tx, input.email)
  const customerID = newID()
  const { firstName, lastName, email } = input
  const { cycle, bagPlace, gateNotes, acceptTerms: _, termsVersion: _terms, privacyVersion: _privacy, ...rest } = input
  const { price: _price, formToken: _token, website: _hidden, ...details } = rest
  await addAccount(tx, {
    userID: customerID,
    role: 'CUSTOMER',
    signsIn: false,
    firstName,
    lastName,
    email,
    now,
  })
  const row = newCustomer(
    customerID,
    {
      ...details,
      status: 'PENDING',
      invoiceType: '1A',
      collectionScheme: cycle ?? home.package.collectionScheme,
      adminNotes: driverNotes({ bagPlace, gateNotes }) ?? undefined,
      sourceOfLead: 'Web',
    },
    { ...home, ...(await cycleFacts(tx, now)) },
    now,
  )
  const refNumber = await nextNumber(tx, CUSTOMER_NUMBERS.counter, CUSTOMER_NUMBERS.first)
  const possibleDoubleID = owner?.role === 'CUSTOMER' ? owner.userID : null
  await tx.insert(customers).values({ ...row, refNumber, possibleDoubleID })
  await tx.insert(registrations).values({ customerID, ...accepted, acceptedAt: now })
  await refreshSearch(tx, eq(customers.customerID, customerID))
  await mailAbout(tx, deps, { customerID, firstName, email }, owner, now)
  await writeAudit(tx, {
    actorID: null,
    action: 'registration.create',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { refId: String(refNumber), productID: row.productID, suburbID: row.suburbID, ...accepted },
    requestID,
    at: now,
  })
  return { customerID, amount: row.amount }
}

/** The package and the suburb if they are offered; refuses everything that is wrong at once. */
async function chosen(
  tx: Queryable,
  { productID, price, suburbID, cycle, startDate }: Input,
  now: Date,
): Promise<{ package: PackageRow; suburb: SuburbRow }> {
  const today = await businessToday(tx, now)
  const packageRow = await packageByID(tx, productID, today)
  const suburb = await suburbByID(tx, suburbID)
  const offered = packageRow !== null && packageRow.isPublic && packageRow.retiredAt === null
  const fields = {
    ...(!offered && { productID: 'This service isn’t offered any more' }),
    ...(!suburb && { suburbID: 'This suburb doesn’t exist' }),
    ...(offered && cycle && !cyclesOf(packageRow).includes(cycle) && { cycle: 'This service has no such cycle' }),
    ...(startDate < today && { startDate: 'This is in the past' }),
    ...(startDate > addDays(today, START_MAX_DAYS) && { startDate: 'At most a year ahead' }),
  }
  if (Object.keys(fields).length > 0) throw new Refused('fields_invalid', { fields })
  if (!packageRow || !suburb) return refuseField('productID', 'This service isn’t offered any more')
  // What is registered is the price that the person saw, and it stands for 30 days (domain.md 3).
  if (price !== undefined && price !== packageRow.price) throw new Refused('price_changed')
  return { package: packageRow, suburb }
}

/** Any role's account: an admin who registers as a customer needs another email. */
async function ownerOf(tx: Queryable, email: string): Promise<Owner | null> {
  const [row] = await tx
    .select({ userID: users.userID, firstName: users.firstName, role: users.role })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.signsIn, 1)))
  return row ?? null
}

async function mailAbout(
  tx: Queryable,
  deps: Deps,
  { customerID, firstName, email }: { customerID: string; firstName: string; email: string },
  owner: Owner | null,
  now: Date,
): Promise<void> {
  const inForce = await settingsInForce(tx)
  const { publicUrl } = deps.config
  const { hits } = await countHit(tx, bucketOf('register mail', email.toLowerCase()), DAY_SECONDS, now)
  const expiresAt = new Date(now.getTime() + CONFIRM_DAYS * DAY_SECONDS * 1000)
  const token = await issueToken(tx, { purpose: 'confirm', userID: owner === null ? customerID : null, expiresAt, now })
  const dedupeKey = `registration ${customerID}`
  const link = { url: `${publicUrl}/register/confirm?token=${token}`, expiresAt, userID: customerID }
  const isMailed = owner === null && hits <= CONFIRM_MAILS
  await endOlderLinks(tx, isMailed ? email : null, customerID, now)
  if (isMailed) {
    const letter = letterOf(inForce, 'confirmRegistration', {
      firstName,
      confirmLink: LINK_PLACE,
      days: String(CONFIRM_DAYS),
    })
    return queueMailWithLink(tx, deps, { dedupeKey, to: email, ...letter, link }, now)
  }
  if (owner !== null && hits <= KNOWN_MAILS) {
    const letter = letterOf(inForce, 'alreadyRegistered', {
      firstName: owner.firstName,
      loginLink: `${publicUrl}/login`,
      forgotLink: `${publicUrl}/forgot-password`,
    })
    const ownKey = `registration-known ${owner.userID} ${customerID}`
    return queueMail(tx, deps.mail, { dedupeKey: ownKey, to: email, ...letter }, now)
  }
  await tx.select({ key: settings.key }).from(settings).limit(1)
  return undefined
}

/**
 * A newer registration ends the links of the older ones with its email, which may be a stranger's. Only where a newer
 * link is mailed: otherwise the person would have none.
 * @param email null: ends none, by the same statement
 */
async function endOlderLinks(tx: Queryable, email: string | null, customerID: string, now: Date): Promise<void> {
  const older = tx
    .select({ userID: users.userID })
    .from(users)
    .innerJoin(registrations, eq(registrations.customerID, users.userID))
    .where(
      and(
        sql`lower(${users.email}) = lower(${email})`,
        eq(users.signsIn, 0),
        ne(users.userID, customerID),
        isNull(registrations.emailConfirmedAt),
      ),
    )
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(inArray(oneTimeTokens.userID, older), eq(oneTimeTokens.purpose, 'confirm'), isNull(oneTimeTokens.usedAt)),
    )
}
