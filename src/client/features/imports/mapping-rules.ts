import type { Field, ImportKind } from './import-kinds.ts'

export interface MappingVerdict {
  /** Fields nobody can do without. */
  readonly missing: readonly Field[]
  /** Fields that only new ones can't do without, the file saying by another which ones are meant. */
  readonly missingForNew: readonly Field[]
  readonly twice: Field | null
  readonly isGood: boolean
}

/** What every line has that has no such column. */
export type SameForAll = Readonly<Partial<Record<Field, string>>>

/** Whether a file with these columns can be read, and what is in the way. */
export function judgeMapping(
  chosen: readonly (Field | null)[],
  { fields, knownBy }: ImportKind,
  sameForAll: SameForAll = {},
): MappingVerdict {
  const found = [...chosen.filter((field) => field !== null), ...said(chosen, sameForAll)]
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

/** Fields the file has no column for, and that one word can say for all of its lines. */
export function sayableForAll(chosen: readonly (Field | null)[], { fields }: ImportKind): Field[] {
  return (Object.keys(fields) as Field[]).filter(
    (field) =>
      fields[field]?.needed === true &&
      !chosen.includes(field) &&
      (field === 'packageName' || fields[field].kind !== 'text'),
  )
}

/** Those that were said, and that no column says meanwhile. */
export function said(chosen: readonly (Field | null)[], sameForAll: SameForAll): Field[] {
  return (Object.keys(sameForAll) as Field[]).filter((field) => sameForAll[field] && !chosen.includes(field))
}
