import type { createSuburb, updateSuburb } from '#contract/v1/suburbs.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { newID } from '#domain/identifiers.ts'
import { oneSpaced } from '#domain/texts.ts'
import type { Change } from '../../http/changes.ts'
import { storedPostcode } from '../../http/stored-values.ts'
import type { SuburbRow } from './suburbs-reads.ts'

/**
 * Turns the office's input about a suburb into the row and its audit entry, for single changes and imports. Writes
 * nothing.
 */

export function newSuburb(input: InputOf<typeof createSuburb>, now: Date): SuburbRow {
  return {
    suburbID: newID(),
    label: oneSpaced(input.label),
    postCode: storedPostcode('postCode', input.postCode),
    state: input.state,
    weekNumber: input.weekNumber ?? null,
    depotID: input.depotID ?? null,
    createdAt: now,
    version: 1,
  }
}

/** Omitted fields stay. */
export function changedSuburb(
  before: SuburbRow,
  change: Omit<InputOf<typeof updateSuburb>, 'suburbID' | 'moveFollowers'>,
): SuburbRow {
  return {
    ...before,
    label: change.label === undefined ? before.label : oneSpaced(change.label),
    postCode: change.postCode === undefined ? before.postCode : storedPostcode('postCode', change.postCode),
    state: change.state ?? before.state,
    weekNumber: change.weekNumber === undefined ? before.weekNumber : change.weekNumber,
    depotID: change.depotID === undefined ? before.depotID : change.depotID,
    version: before.version + 1,
  }
}

export function creationOf(row: SuburbRow): Change {
  return { action: 'suburb.create', subjectKind: 'suburb', subjectID: row.suburbID, after: auditedSuburb(row) }
}

/** @param moved the effect on the customers who follow its week, and the streets driven whole from now on */
export function changeOf(before: SuburbRow, after: SuburbRow, moved: Record<string, unknown>): Change {
  return {
    action: 'suburb.update',
    subjectKind: 'suburb',
    subjectID: before.suburbID,
    before: auditedSuburb(before),
    after: { ...auditedSuburb(after), ...moved },
  }
}

export const auditedSuburb = ({ label, postCode, state, weekNumber, depotID }: SuburbRow) => ({
  label,
  postCode,
  state,
  weekNumber,
  depotID,
})
