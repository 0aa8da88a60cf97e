import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { learnDrivenTimes } from '#server/features/runs/driven-times/driven-times-commands.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { CALLS } from '../../bench/growth/calls.ts'
import { EXCUSED } from '../../bench/growth/excused.ts'
import { explainCalls } from '../../bench/growth/explained.ts'
import { growthOf } from '../../bench/growth/growth.ts'
import { makeWorld } from '../../bench/growth/world/make-world.ts'
import type { Size } from '../../bench/growth/world/size.ts'
import { databases, type FreshDatabase, freshDatabase } from '../../support/databases.ts'
import { EITHER_WAY, KNOWN_TO_GROW } from './known-to-grow.ts'

/**
 * A firm's first eight months, and its second year with eight times the customers: 3,000 and 24,000 stops. Both are driving a week
 * of the same runs, of 100 stops, ten a driver. Larger worlds say the same and take longer: this pair is made in some ten
 * seconds.
 */
const WEEK = { stopsOfDriver: 10, driversOfRun: 10 }
const YOUNG: Size = { ...WEEK, customers: 400, weeks: 32, drivers: 10 }
const OLD: Size = { ...WEEK, customers: 3_200, weeks: 60, drivers: 40 }
/**
 * In a large world the planner takes every index there is. In a small one it may read a whole table instead, which is as quick
 * there; so it is told not to. And it plans each statement for its values: what it takes for a prepared one depends on how
 * often that connection has had it before, so on the files that ran in this process.
 */
const AS_IF_LARGE = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_custom_plan',
}
/**
 * In a large one it also takes an index in the order of a page, and leaves out what is not asked for, row by row: without
 * an index for both, a page of few rows reads the whole table.
 */
const IN_ORDER = { ...AS_IF_LARGE, enable_sort: 'off', enable_incremental_sort: 'off' }
const PAGES_IN_ORDER = ['no pickups of a week', 'bank lines that wait']
/** Tables that grow with customers or stops. */
const LARGE =
  "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= 1000"
const NOW = new Date('2026-11-25T02:00:00Z')

const modules = import.meta.glob<Record<string, unknown>>('/src/contract/v1/*.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'refusals' in value
const urlOf = ({ pool }: FreshDatabase) => pool.options.connectionString!

/** Foreign keys with rows that name no row. */
const STRANGERS = `
  select conname from pg_constraint key, lateral (
    select string_agg(format('a.%I = b.%I', x.attname, y.attname), ' and ') as fits, string_agg(format('a.%I is not null', x.attname), ' and ') as given
    from unnest(conkey, confkey) pair (i, j) join pg_attribute x on x.attrelid = conrelid and x.attnum = i join pg_attribute y on y.attrelid = confrelid and y.attnum = j) columns
  where contype = 'f' and connamespace = 'public'::regnamespace
    and (xpath('/row/count/text()', query_to_xml(format('select count(*) from %s a where %s and not exists (select from %s b where %s)', conrelid::regclass, given, confrelid::regclass, fits), false, true, '')))[1]::text <> '0'`

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const reading = Object.values(modules)
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .filter(({ method, changes }) => method === 'GET' || changes.length === 0)
  .map(nameOf)

describe('Every operation that reads', () => {
  test('is measured in an old firm, or excused with a reason', () => {
    const measured = new Set(CALLS.map(({ endpoint }) => nameOf(endpoint)))
    expect(reading.filter((name) => !measured.has(name) && !(name in EXCUSED))).toEqual([])
    expect(Object.keys(EXCUSED).filter((name) => measured.has(name) || !reading.includes(name))).toEqual([])
  })
})

describe.runIf(databases.includes('postgres'))('A week in an old firm', { timeout: 600_000 }, () => {
  let young: FreshDatabase
  let old: FreshDatabase
  beforeAll(async () => {
    young = await freshDatabase('postgres')
    old = await freshDatabase('postgres')
    await makeWorld(young, YOUNG, { now: NOW })
    await makeWorld(old, OLD, { now: NOW })
    for (const { db } of [young, old]) await learnDrivenTimes(db)
  }, 600_000)
  afterAll(async () => {
    await young.close()
    await old.close()
  })

  const large = async () => {
    const { rows } = await old.pool.query<{ relname: string }>({ text: LARGE })
    return new Set(rows.map(({ relname }) => relname))
  }

  test('is made of rows that fit together, as the audit of the ledgers and the keys say', async () => {
    for (const { db, pool } of [young, old]) {
      expect((await auditAllLedgers(db)).difference).toBeNull()
      expect((await pool.query({ text: STRANGERS })).rows).toEqual([])
    }
  })

  test('reads no more rows than the same week in a young one', async () => {
    const week = await explainCalls(urlOf(young), NOW, AS_IF_LARGE)
    const growth = growthOf(week, await explainCalls(urlOf(old), NOW, AS_IF_LARGE), await large())
    const unknown = growth
      .filter(({ name }) => !(name in KNOWN_TO_GROW) && !EITHER_WAY.includes(name))
      .map(({ sentence }) => sentence)
    expect(unknown, unknown.join('\n')).toEqual([])
    // What was mended leaves the list.
    const names = growth.map(({ name }) => name)
    expect(Object.keys(KNOWN_TO_GROW).filter((name) => !names.includes(name))).toEqual([])
  })

  test('reads no more for a page that an index gives in its order', async () => {
    const calls = CALLS.filter(({ name }) => PAGES_IN_ORDER.includes(name))
    expect(calls).toHaveLength(PAGES_IN_ORDER.length)
    const [week, again] = [
      await explainCalls(urlOf(young), NOW, IN_ORDER, 'none', calls),
      await explainCalls(urlOf(old), NOW, IN_ORDER, 'none', calls),
    ]
    expect(growthOf(week, again, await large()).map(({ sentence }) => sentence)).toEqual([])
  })
})
