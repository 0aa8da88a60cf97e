import * as z from 'zod/mini'
import { LEFT_OUT_REASONS } from '#domain/run-plan.ts'
import { CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, optionalLine, queryFlag, runNumber, signedMoney, warnings } from '../shapes.ts'
import { runWeek, periodWeek, shiftTo } from './stops.ts'
import { generateRun } from './runs-office.ts'
import { run } from './runs.ts'

const READS = ['customers', 'suburbs', 'products', 'drivers', 'devices', 'settings', 'pays'] as const

/** Previews of commands: each answer is computed by the same functions that the command runs. */
const ADMIN = { ADMIN: 'any' } as const

/** A customer in a plan, with the fields that distinguish two of the same name. */
const planned = {
  customerID: id,
  refId: z.string(),
  customer: z.string(),
  address: z.string(),
  suburb: z.string(),
}

/** Names listed per reason; the count is always complete. */
export const LEFT_OUT_SHOWN = 200

/** Preview of a new run, or of the customers to add to one: its stops in order, and the customers left out. */
const runPreview = z.object({
  ...periodWeek.shape,
  /** Null: the calendar does not contain the week. */
  fromDate: z.nullable(day),
  toDate: z.nullable(day),
  /** Why it can't be generated, in words; null: it can. */
  cannot: z.nullable(z.string()),
  /** In the order that the run would have. */
  stops: z.array(
    z.object({
      ...planned,
      runNumber,
      stopOrder: z.int(),
      serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
      amount: signedMoney,
      driverID: z.nullable(id),
      driver: z.nullable(z.string()),
      /** Why the customer is due: by the cycle, shifted to this very week, or by a pickup request. */
      because: z.enum(['in_turn', 'shifted', 'requested']),
      /** The no pickup: the stop is on the draft, shown grey, and is removed when the draft is activated. */
      noPickup: z.nullable(z.object({ reason: z.nullable(z.string()), late: z.boolean() })),
    }),
  ),
  rounds: z.array(z.object({ runNumber, stops: z.int(), driverID: z.nullable(id), driver: z.nullable(z.string()) })),
  /** Customers left out, by reason; `has_stop`: in another run of this week already. At most 200 names each. */
  leftOut: z.array(
    z.object({
      reason: z.enum(LEFT_OUT_REASONS),
      /** Words that follow the count: "11 blocked". */
      message: z.string(),
      count: z.int(),
      customers: z.array(z.object(planned)),
    }),
  ),
  warnings,
})

export const previewRun = endpoint({
  method: 'POST',
  path: '/v1/runs/preview',
  summary:
    'Who a generated run of this week would hold, in which order and with which driver, and who is left out and why; makes nothing',
  roles: ADMIN,
  area: 'runs',
  depot: 'list',
  changes: [],
  reads: READS,
  input: generateRun.input,
  output: runPreview,
  status: 200,
  idempotencyKey: false,
  refusals: [],
})

export const previewDue = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/due',
  summary:
    'Who is due for a draft’s week and has no stop yet, with the position and driver each would get; `leftOut` also says who is not due and why; makes nothing',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ runOrderID: id, leftOut: z.optional(queryFlag) }),
  output: runPreview,
  refusals: [],
})

/** Customers added to a draft at once. */
const DUE_MAX = 20_000

export const addDue = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/due',
  summary: 'A draft takes up these customers, as far as they are still due; those who are on it stay where they are',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({ runOrderID: id, customerIDs: z.array(id).check(z.minLength(1), z.maxLength(DUE_MAX)) }),
  maxBytes: 1_048_576,
  maxValues: DUE_MAX + 10,
  output: run,
  refusals: ['wrong_state'],
})

const shifting = z.object({ assignmentID: id, ...planned, reason: z.string(), to: z.nullable(periodWeek) })

export const previewActivation = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/activate',
  summary:
    'What marking the run active would do: which customers are shifted to their next collection, where to, and which stops have no driver yet',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ runOrderID: id }),
  output: z.object({
    /** The refusal that the command would give, by code and in words; null: it would succeed. */
    refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
    stops: z.int(),
    shifted: z.array(shifting),
    /** Stops that leave the run because their customers are on hold. Earlier servers omit it. */
    held: z.optional(z.array(z.object({ assignmentID: id, customerID: id, customer: z.string() }))),
    /** Rounds that contain stops without a driver. */
    undriven: z.array(z.object({ runNumber, stops: z.int() })),
    drivers: z.array(z.object({ driverID: id, driver: z.string(), stops: z.int() })),
  }),
  refusals: [],
})

export const previewCompletion = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/complete',
  summary:
    'What completing the run would do: stops locked and invoiced, the rest shifted, incomes payable, records still to decide on',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ runOrderID: id }),
  output: z.object({
    /** The refusal that the command would give with `outstanding: "shift"`; null: it would succeed. */
    refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
    outcomes: z.array(z.object({ outcome: z.string(), stops: z.int(), bags: z.int() })),
    /** Stops without an outcome, with the week that each moves to when they are shifted. */
    outstanding: z.array(shifting),
    /**
     * What the customers will be billed, AUD: bags, whole prices and fees, with extras (domain.md 6). Omitted where the caller's role does not include money,
     * as the invoices and incomes.
     */
    charges: z.optional(z.object({ stops: z.int(), amount: signedMoney })),
    /** The invoices it issues, with the credit each takes at once, AUD. */
    invoices: z.optional(
      z.array(
        z.object({
          customerID: id,
          customer: z.string(),
          amount: signedMoney,
          /** The part for collections of earlier runs. */
          earlier: signedMoney,
          /** The part for collections to come, of customers who pay in advance. */
          inAdvance: signedMoney,
          fromCredit: signedMoney,
        }),
      ),
    ),
    /** Customers with an outcome who get no invoice now, and why. */
    withoutInvoice: z.array(
      z.object({
        customerID: id,
        customer: z.string(),
        /** `free`: nothing to charge. `prepaid`: paid in advance. `collecting`: the account needs more collections. */
        why: z.enum(['free', 'prepaid', 'collecting']),
        collected: z.int(),
        size: z.int(),
      }),
    ),
    /** Emails that say what was recorded at a stop, with its invoices; earlier servers omit it. */
    confirmations: z.optional(z.int()),
    /** What becomes payable, by driver, AUD; `gst` is on top, for a driver whose tax invoices the firm writes. */
    incomes: z.optional(
      z.array(z.object({ driverID: id, driver: z.string(), bags: z.int(), amount: signedMoney, gst: signedMoney })),
    ),
    /** Records that need the office's decision. */
    exceptions: z.int(),
    /** Phones of its drivers with unsent records, by their last report. */
    unsent: z.int(),
  }),
  refusals: [],
})

export const previewShift = endpoint({
  method: 'POST',
  path: '/v1/runs/{runOrderID}/shift/preview',
  summary: 'To which week each of these stops would be shifted if none is named; shifts nothing',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: [],
  reads: READS,
  maxBytes: 262_144,
  maxValues: 6_000,
  input: z.strictObject({ runOrderID: id, assignmentIDs: z.array(id).check(z.minLength(1), z.maxLength(5000)) }),
  output: z.object({ items: z.array(shifting) }),
  status: 200,
  idempotencyKey: false,
  refusals: [],
})

export const shiftJobs = endpoint({
  method: 'PUT',
  path: '/v1/runs/{runOrderID}/shift',
  summary: 'Shift many stops at once, all or none; one that is shifted already stays as it is',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  maxBytes: 262_144,
  maxValues: 6_000,
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({
    runOrderID: id,
    assignmentIDs: z.array(id).check(z.minLength(1), z.maxLength(5000)),
    to: z.optional(shiftTo),
    reason: z.optional(z.nullable(optionalLine)),
  }),
  output: run,
  versioned: true,
  refusals: ['wrong_state', 'job_has_outcome', 'cannot_generate_pickup', 'version_conflict'],
})

export const listPastRuns = endpoint({
  method: 'GET',
  path: '/v1/runs/{runOrderID}/past',
  summary:
    'Runs whose driven order this draft could take over, the likeliest first: how many of its customers each of them met',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ runOrderID: id, all: z.optional(queryFlag) }),
  output: z.object({
    items: z.array(
      z.object({ runOrderID: id, readableID: z.string(), runWeek, fromDate: day, toDate: day, met: z.int() }),
    ),
  }),
  refusals: [],
})
