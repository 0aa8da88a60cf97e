import type { Field, ImportKind } from './import-kinds.ts'

export interface MappingVerdict {
  /** Fields nobody can do without. */
  readonly missing: readonly Field[]
  /** Fields that only new ones can't do without, the file saying by another which ones are meant. */
  readonly missingForNew: readonly Field[]
  readonly twice: Field | null
  readonly isGood: boolean
}

/** Whether a file with these columns can be read, and what is in the way. */
export function judgeMapping(chosen: readonly (Field | null)[], { fields, knownBy }: ImportKind): MappingVerdict {
  const found = chosen.filter((field) => field !== null)
  const lacking = (Object.keys(fields) as Field[]).filter((field) => fields[field]?.needed === true && !found.includes(field))
  const isKnown = knownBy !== null && found.includes(knownBy)
  const missing = isKnown ? [] : lacking
  const twice = found.find((field, place) => found.indexOf(field) !== place) ?? null
  return { missing, missingForNew: isKnown ? lacking : [], twice, isGood: found.length > 0 && missing.length === 0 && twice === null }
}
