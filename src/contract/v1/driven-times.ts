import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { count, id } from '../shapes.ts'

const seconds = z.number().check(z.minimum(0))
const metres = z.number().check(z.minimum(0))
/** Two streets ("hornsby|high street") or suburbs, in the order of their names. */
const between = { first: z.string(), second: z.string() }

export const drivenTimes = z.object({
  /** Seconds at a stop; null: not known. */
  atStop: z.nullable(seconds),
  /** From record to record, with the time at one stop; metres in a straight line, null: not known. */
  streets: z.array(z.object({ ...between, seconds, metres: z.nullable(metres) })),
  /** Each way is one from record to record. */
  suburbs: z.array(z.object({ ...between, ways: z.array(z.tuple([seconds, metres])) })),
})

export const getDrivenTimes = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/driven-times',
  summary: 'How long drivers took between the streets of a run, from the times of earlier runs’ records',
  roles: { ADMIN: 'any' },
  area: 'runs',
  depot: 'records',
  reads: ['runs'],
  input: z.strictObject({ runOrderID: id }),
  output: drivenTimes,
  refusals: [],
})

export const learnDrivenTimesAnew = endpoint({
  method: 'POST',
  path: '/v1/runs/driven-times',
  summary: 'Work out anew from all completed runs how long drivers take from stop to stop',
  roles: { ADMIN: 'any' },
  area: 'runs',
  changes: ['runs'],
  input: z.strictObject({}),
  output: z.object({
    /** The drivers' records that count so far. */
    visits: count,
    /** False: there are more records than a few seconds are enough for; the server goes on with them by itself. */
    isDone: z.boolean(),
  }),
  refusals: [],
})
