import { and, count, isNull } from 'drizzle-orm'
import { createSuburb, updateSuburb } from '#contract/v1/suburbs.ts'
import { quoted, type SuburbColumn, SUBURB_COLUMNS, suburbKey } from '#domain/import-rows.ts'
import { normalPostcode, postcodeWarning, stateOfPostcode } from '#domain/postcodes.ts'
import { weekFiveWarning } from '#domain/week-five.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import {
  changedSuburb,
  changeOf,
  creationOf,
  followersOf,
  moveFollowersOf,
  newSuburb,
  type SuburbRow,
} from '../suburbs/public.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { updateRows } from '../../db/update-rows.ts'
import { changes, recordChanges } from '../../http/changes.ts'
import { allSuburbs, suburbsByPostcode } from './all-suburbs.ts'
import { ChangedMeanwhile, type Importer, type ImportRow, type Verdict } from './importer.ts'
import { Faults, valuesOf } from './read-cells.ts'

interface SuburbPlan {
  /** Null: a new one. */
  readonly before: SuburbRow | null
  readonly after: SuburbRow
  /** Customers who move to another week with it, as the file was checked. */
  readonly moves: number
}

/**
 * Label and postcode identify the suburb. An empty cell is ignored: a new suburb gets its postcode's state, an existing
 * one stays as it is.
 */
export const suburbsImporter: Importer<SuburbPlan, SuburbColumn> = {
  kind: 'suburbs',
  columns: SUBURB_COLUMNS,
  nameOf: ({ cells: { label, postCode } }) => [label, postCode].filter(Boolean).join(' ') || null,

  async load(db, _rows, now) {
    const [all, followers] = await Promise.all([allSuburbs(db), followersIn(db, null)])
    const known = suburbsByPostcode(all)
    const lines = new Map<string, number>()
    return (row) => verdictOn(row, { known, followers, lines, now })
  },

  movesOf: (plans) => plans.reduce((sum, { moves }) => sum + moves, 0),

  async write(tx, author, plans) {
    const added = plans.flatMap(({ before, after }) => (before ? [] : [after]))
    const changed = plans.flatMap(({ before, after }) => (before ? [{ before, after }] : []))
    await insertRows(tx, suburbs, added)
    if (
      (await updateRows(
        tx,
        suburbs,
        suburbs.suburbID,
        changed.map(({ after }) => after),
      )) < changed.length
    )
      throw new ChangedMeanwhile()
    const moved = changed
      .filter(({ before, after }) => before.weekNumber !== after.weekNumber)
      .map(({ after }) => after.suburbID)
    const followers = await followersIn(tx, moved)
    if (followers.size > 0) await moveFollowersOf(tx, [...followers.keys()], true)
    await recordChanges(tx, author, [
      ...added.map(creationOf),
      ...changed.map(({ before, after }) => {
        const following = followers.get(after.suburbID)
        return changeOf(before, after, following === undefined ? {} : { followers: following, moveFollowers: true })
      }),
    ])
  },
}

interface Checked {
  readonly known: ReturnType<typeof suburbsByPostcode>
  readonly followers: ReadonlyMap<string, number>
  readonly lines: Map<string, number>
  readonly now: Date
}

function verdictOn(row: ImportRow<SuburbColumn>, { known, followers, lines, now }: Checked): Verdict<SuburbPlan> {
  const faults = new Faults(SUBURB_COLUMNS, row.cells)
  const { label, postCode: written, state, weekNumber } = valuesOf(SUBURB_COLUMNS, row, faults)
  const postCode = typeof written === 'string' ? (normalPostcode(written) ?? written) : undefined
  const home = postCode === undefined ? null : stateOfPostcode(postCode)
  if (postCode !== undefined && home === null) faults.expected('postCode')
  const input = faults.check(createSuburb.input, { label, postCode, state: state ?? home ?? undefined, weekNumber })
  const wanted = input && faults.rule(() => newSuburb(input, now))
  // A value that an invalid postcode could not provide is not reported as missing.
  if (!wanted || faults.any)
    return { error: faults.toString(faults.has('postCode') && state === undefined ? ['state'] : []) }
  const there = known(wanted.postCode)(wanted.label)
  if (there.length > 1) {
    const why = 'Several suburbs here have nearly this name: write it as one of them is'
    return { error: `label ${quoted(wanted.label)}: ${why}` }
  }
  const before = there[0] ?? null
  const key = before?.suburbID ?? suburbKey(wanted.label, wanted.postCode)
  const earlier = lines.get(key)
  if (earlier !== undefined) return { error: `label ${quoted(wanted.label)}: Duplicate of line ${earlier}` }
  lines.set(key, row.line)
  const unusual = input && postcodeWarning(wanted.postCode, input.state)
  if (unusual) faults.warn('state', unusual.message)
  const weekFive = weekNumber === before?.weekNumber ? null : weekFiveWarning(Number(weekNumber ?? 0))
  if (weekFive) faults.warn('weekNumber', weekFive.message)
  if (!before) return { plan: { before, after: wanted, moves: 0 }, creates: true, warning: faults.warning }
  const change = faults.check(updateSuburb.input, {
    suburbID: before.suburbID,
    ...(state !== undefined && { state }),
    ...(weekNumber !== undefined && { weekNumber }),
  })
  if (!change) return { error: faults.toString() }
  const after = changedSuburb(before, change)
  const moves = before.weekNumber === after.weekNumber ? 0 : (followers.get(before.suburbID) ?? 0)
  return changes(before, after)
    ? { plan: { before, after, moves }, creates: false, warning: faults.warning }
    : { unchanged: true }
}

/** @param suburbIDs null: of every suburb */
async function followersIn(db: Queryable, suburbIDs: readonly string[] | null): Promise<Map<string, number>> {
  if (suburbIDs?.length === 0) return new Map()
  const rows = await db
    .select({ suburbID: customers.suburbID, followers: count() })
    .from(customers)
    .where(and(followersOf(suburbIDs), isNull(customers.hiddenAt)))
    .groupBy(customers.suburbID)
  return new Map(rows.map(({ suburbID, followers }) => [suburbID, followers]))
}
