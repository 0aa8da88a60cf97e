import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { createDriver, updateDriver } from '#contract/v1/drivers.ts'
import type { Day } from '#domain/dates.ts'
import { birthProblem } from '#domain/drivers.ts'
import { newID } from '#domain/identifiers.ts'
import type { Point } from '#domain/place.ts'
import type { Queryable } from '../../db/database.ts'
import { forgetLinksOf } from '../../db/mail-outbox.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { devices } from '../../db/tables/events.ts'
import { users } from '../../db/tables/users.ts'
import { addAccount, changeAccount, invite, namesIn } from '../accounts/public.ts'
import { requireDepot } from '../depots/public.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { storedBasisPoints, storedPhone, storedPoint, storedText } from '../../http/stored-values.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { requireVersion } from '../../http/serve.ts'
import { employmentEnded, endSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday } from '../settings/public.ts'
import { changedDetails, storedABN, sealDetails } from './driver-private.ts'
import { auditedDriver, changedBeside, privateIn } from './drivers-audit.ts'
import { driverByID, type DriverRow } from './drivers-reads.ts'

const SUBJECT = 'driver'
const WHERE = 'on your phone'

/** A driver without a password is invited by mail to choose one. */
export async function addDriver(
  tx: Queryable,
  author: Author,
  deps: Dependencies,
  input: InputOf<typeof createDriver>,
): Promise<string> {
  const driverID = newID()
  refuseEndBeforeStart(input.employmentStartDate, input.employmentEndDate ?? null)
  await refuseUnborn(tx, author.now, input.dob)
  await requireDepot(tx, input.depotID)
  const row = {
    driverID,
    mobilePhone: requiredPhone(input.mobilePhone),
    address: storedText(input.address),
    employmentType: input.employmentType,
    employmentStartDate: input.employmentStartDate,
    employmentEndDate: input.employmentEndDate ?? null,
    payRate: input.payRate,
    payPercentage: storedBasisPoints('payPercentage', input.payPercentage),
    weekNumbers: sortedWeeks(input.weekNumbers),
    ...sealDetails(deps.secrets, input),
    licenseExpiresAt: input.licenseExpiresAt ?? null,
    licenseClass: storedText(input.licenseClass),
    otherLicense: storedText(input.otherLicense),
    businessName: storedText(input.businessName),
    abn: storedABN(input.abn),
    gstRegistered: input.gstRegistered ?? false,
    rctiAgreedOn: input.rctiAgreedOn ?? null,
    notes: storedText(input.notes),
    depotID: input.depotID ?? null,
    startsAt: input.startsAt ?? 'anywhere',
    endsAt: input.endsAt ?? 'anywhere',
    ...storedHome(input.home ?? null),
    truckBags: input.truckBags ?? null,
    longestDay: input.longestDay ?? null,
    createdAt: author.now,
  }
  await addAccount(tx, { ...input, userID: driverID, role: 'DRIVER', now: author.now })
  await tx.insert(drivers).values(row)
  if (input.password === undefined)
    await invite(tx, deps, author.now, {
      userID: driverID,
      firstName: input.firstName,
      email: input.email,
      where: WHERE,
    })
  const after = auditedDriver((await driverByID(tx, driverID))!)
  await recordChange(tx, author, {
    action: 'driver.create',
    subjectKind: SUBJECT,
    subjectID: driverID,
    after: { ...after, privateGiven: privateIn(input) },
  })
  return driverID
}

/** An employment end date in the past ends the driver's sessions at once. */
export async function changeDriver(
  tx: Queryable,
  author: Author,
  deps: Dependencies,
  { driverID, ...input }: InputOf<typeof updateDriver>,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingDriver(tx, driverID)
  requireVersion(ifMatch, before.version)
  await refuseUnborn(tx, author.now, input.dob)
  await requireDepot(tx, input.depotID)
  const row = {
    ...(input.mobilePhone !== undefined && { mobilePhone: requiredPhone(input.mobilePhone) }),
    ...(input.address !== undefined && { address: storedText(input.address) }),
    ...(input.employmentType !== undefined && { employmentType: input.employmentType }),
    ...(input.employmentStartDate !== undefined && { employmentStartDate: input.employmentStartDate }),
    ...(input.employmentEndDate !== undefined && { employmentEndDate: input.employmentEndDate }),
    ...(input.payRate !== undefined && { payRate: input.payRate }),
    ...(input.payPercentage !== undefined && {
      payPercentage: storedBasisPoints('payPercentage', input.payPercentage),
    }),
    ...(input.weekNumbers !== undefined && { weekNumbers: sortedWeeks(input.weekNumbers) }),
    ...changedDetails(deps.secrets, before, input),
    ...(input.licenseExpiresAt !== undefined && { licenseExpiresAt: input.licenseExpiresAt }),
    ...(input.licenseClass !== undefined && { licenseClass: storedText(input.licenseClass) }),
    ...(input.otherLicense !== undefined && { otherLicense: storedText(input.otherLicense) }),
    ...(input.businessName !== undefined && { businessName: storedText(input.businessName) }),
    ...(input.abn !== undefined && { abn: storedABN(input.abn) }),
    ...(input.gstRegistered !== undefined && { gstRegistered: input.gstRegistered }),
    ...(input.rctiAgreedOn !== undefined && { rctiAgreedOn: input.rctiAgreedOn }),
    ...(input.notes !== undefined && { notes: storedText(input.notes) }),
    ...(input.startsAt !== undefined && { startsAt: input.startsAt }),
    ...(input.endsAt !== undefined && { endsAt: input.endsAt }),
    ...(input.depotID !== undefined && { depotID: input.depotID }),
    ...(input.home !== undefined && storedHome(input.home)),
    ...(input.truckBags !== undefined && { truckBags: input.truckBags }),
    ...(input.longestDay !== undefined && { longestDay: input.longestDay }),
    version: before.version + 1,
  }
  const after: DriverRow = { ...before, ...row }
  refuseEndBeforeStart(after.employmentStartDate, after.employmentEndDate)
  if (!changes(before, { ...row, ...namesIn(input) })) return
  await changeAccount(tx, deps, driverID, before, input, author.now)
  await tx.update(drivers).set(row).where(eq(drivers.driverID, driverID))
  if (await employmentEnded(tx, after.employmentEndDate, author.now)) await endSessionsOf(tx, driverID, author.now)
  const now = await existingDriver(tx, driverID)
  await recordChange(tx, author, {
    action: 'driver.update',
    subjectKind: SUBJECT,
    subjectID: driverID,
    before: auditedDriver(before),
    after: { ...auditedDriver(now), changed: changedBeside(before, now, input), privateGiven: privateIn(input) },
  })
}

/** A driver can be invited only while they have no password and may sign in with one. */
export async function inviteDriverAgain(
  tx: Queryable,
  author: Author,
  deps: Dependencies,
  driverID: string,
): Promise<void> {
  const { invited, firstName, email, employmentEndDate } = await existingDriver(tx, driverID)
  if (!invited)
    throw new Refused('wrong_state', {
      message:
        'This driver has already chosen a password. They can get a new one with “Forgot password?” on the sign-in page.',
    })
  if (await employmentEnded(tx, employmentEndDate, author.now))
    throw new Refused('wrong_state', { message: 'This driver’s employment has ended.' })
  await invite(tx, deps, author.now, { userID: driverID, firstName, email, where: WHERE, again: true })
  await recordChange(tx, author, { action: 'driver.invite', subjectKind: SUBJECT, subjectID: driverID })
}

/** Only a driver without history can be deleted; any reference in the database prevents it. */
export async function removeDriver(
  tx: Queryable,
  author: Author,
  driverID: string,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingDriver(tx, driverID)
  requireVersion(ifMatch, before.version)
  await refusing(
    async () => {
      await tx.delete(devices).where(eq(devices.userID, driverID))
      await tx.delete(drivers).where(eq(drivers.driverID, driverID))
      await tx.delete(users).where(eq(users.userID, driverID))
      await forgetLinksOf(tx, driverID)
    },
    { reference: 'driver_has_history' },
  )
  await recordChange(tx, author, {
    action: 'driver.delete',
    subjectKind: SUBJECT,
    subjectID: driverID,
    before: auditedDriver(before),
  })
}

/** Records who viewed whose private details and when, without the values. */
export async function recordReveal(db: Queryable, author: Author, driverID: string): Promise<void> {
  await recordChange(db, author, { action: 'driver.reveal', subjectKind: SUBJECT, subjectID: driverID })
}

async function existingDriver(tx: Queryable, driverID: string): Promise<DriverRow> {
  const row = await driverByID(tx, driverID)
  if (!row) throw new Refused('not_found')
  return row
}

function requiredPhone(text: string): string {
  return storedPhone('mobilePhone', text) ?? refuseField('mobilePhone', 'This field is mandatory')
}

/** @param home null: none */
function storedHome(home: Point | null): Pick<DriverRow, 'homeLatitude' | 'homeLongitude'> {
  if (home === null) return { homeLatitude: null, homeLongitude: null }
  const { latitude, longitude } = storedPoint('home', home)
  return { homeLatitude: latitude, homeLongitude: longitude }
}

function sortedWeeks(weekNumbers: readonly number[]): number[] {
  return [...new Set(weekNumbers)].sort((a, b) => a - b)
}

async function refuseUnborn(tx: Queryable, now: Date, dob: Day | null | undefined): Promise<void> {
  const problem = dob ? birthProblem(dob, await businessToday(tx, now)) : null
  if (problem !== null) refuseField('dob', problem)
}

function refuseEndBeforeStart(start: string, end: string | null): void {
  if (end !== null && end < start) refuseField('employmentEndDate', 'The end date is before the start date')
}
