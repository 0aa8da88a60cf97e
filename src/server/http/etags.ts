import { createHash } from 'node:crypto'
import { Refused } from './refused.ts'

/** The ETag of a single object is its version (api.md, "ETag"). */
export function versionEtag(version: number): string {
  return `"${version}"`
}

/** The version in If-Match; null: none, or `*`. An invalid version matches nothing: 412. */
export function ifMatchVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1]
  if (version === undefined) throw new Refused('version_conflict')
  return Number(version)
}

/**
 * A strong ETag of an answer that depends on the caller: a hash of user, role, contract build and answer. Keys are
 * hashed in the order in which the code wrote them. Only a new build changes that, and devices then fetch once more.
 */
export function hashEtag(userID: string | null, role: string | null, contractBuild: string, answer: unknown): string {
  const text = JSON.stringify([userID, role, contractBuild, answer])
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

export function noneMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** The same value with sorted keys. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, canonical(inner)]),
  )
}
