import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bagsOf } from '#domain/bags.ts'
import { CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { jobs } from './tables/runs.ts'

const BAGLESS = CUSTOMER_SERVICE_TYPES.filter((serviceType) => bagsOf({ serviceType, pu: 1 }) === 0)

/** The bags of a stop or of its income by the domain's rule (`bagsOf`), in SQL. @param pu the stop's, or its income's */
export const bagsIn = (pu: SQLWrapper): SQL =>
  sql`(case when ${inArray(jobs.serviceType, BAGLESS)} then 0 else ${pu} end)`
