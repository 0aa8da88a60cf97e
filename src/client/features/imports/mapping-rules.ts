import type { Field, ImportKind } from './import-kinds.ts'

export interface MappingVerdict {
  /** Mandatory fields without a column. */
  readonly missing: readonly Field[]
  /** Fields that only new records need, when the file identifies existing records by another field. */
  readonly missingForNew: readonly Field[]
  readonly twice: Field | null
  readonly isGood: boolean
}

/** Values for all lines, for fields without a column. */
export type SameForAll = Readonly<Partial<Record<Field, string>>>

/** Whether a file with these columns can be imported, and what is missing. */
export function judgeMapping(
  chosen: readonly (Field | null)[],
  { fields, knownBy }: ImportKind,
  sameForAll: SameForAll = {},
): MappingVerdict {
  const found = [...chosen.filter((field) => field !== null), ...fieldsSetForAll(chosen, sameForAll)]
  const lacking = (Object.keys(fields) as Field[]).filter(
    (field) => fields[field]?.needed === true && !found.includes(field),
  )
  const isKnown = knownBy !== null && found.includes(knownBy)
  const missing = isKnown ? [] : lacking
  const twice = found.find((field, place) => found.indexOf(field) !== place) ?? null
  return {
    missing,
    missingForNew: isKnown ? lacking : [],
    twice,
    isGood: found.length > 0 && missing.length === 0 && twice === null,
  }
}

/** Values of these kinds differ from line to line. */
const OF_ONE_LINE: readonly unknown[] = ['text', 'whole', 'money']

export function settableForAll(chosen: readonly (Field | null)[], { fields }: ImportKind): Field[] {
  return (Object.keys(fields) as Field[]).filter(
    (field) =>
      fields[field]?.needed === true &&
      !chosen.includes(field) &&
      (field === 'packageName' || !OF_ONE_LINE.includes(fields[field].kind)),
  )
}

export function fieldsSetForAll(chosen: readonly (Field | null)[], sameForAll: SameForAll): Field[] {
  return (Object.keys(sameForAll) as Field[]).filter((field) => sameForAll[field] && !chosen.includes(field))
}
