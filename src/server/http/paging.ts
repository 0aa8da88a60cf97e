import { asc, desc, type AnyColumn, type SQL } from 'drizzle-orm'
import { PAGE_MAX } from '#domain/limits.ts'
import type { FeatureConfig } from '../ports.ts'
import { refuseField } from './refused.ts'

export interface Page {
  readonly limit: number
  readonly offset: number
  readonly page: number
  readonly perPage: number
}

/** The requested rows of a list (api.md, "Lists"). */
export function paging(
  input: { page?: number | undefined; perPage?: number | undefined },
  config: Pick<FeatureConfig, 'pageSize'>,
): Page {
  const page = input.page ?? 1
  const perPage = input.perPage ?? Math.min(config.pageSize, PAGE_MAX)
  return { limit: perPage, offset: (page - 1) * perPage, page, perPage }
}

export interface Order {
  readonly by: AnyColumn | SQL
  readonly direction: 'asc' | 'desc'
}

/**
 * The order of a list: `-createdAt` is descending. Refuses an unknown field (422 on `sort`).
 * @param allowed the fields of the wire, each with its database expression
 * @param fallback the default order, in the same syntax
 */
export function sortOf(
  sort: string | undefined,
  allowed: Readonly<Record<string, AnyColumn | SQL>>,
  fallback: string,
): Order {
  const wanted = sort ?? fallback
  const field = wanted.replace(/^-/, '')
  const by = Object.hasOwn(allowed, field) ? allowed[field] : undefined
  if (by === undefined) refuseField('sort', `This list can be sorted by ${Object.keys(allowed).join(', ')}.`)
  return { by, direction: wanted.startsWith('-') ? 'desc' : 'asc' }
}

/** The same as ORDER BY. Add the key after it, so that equal rows have the same order on every page. */
export function orderOf(...sorted: Parameters<typeof sortOf>): SQL[] {
  const { by, direction } = sortOf(...sorted)
  return [direction === 'desc' ? desc(by) : asc(by)]
}
