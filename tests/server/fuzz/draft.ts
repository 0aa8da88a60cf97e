import { type Dice, diceOf } from '../../support/openapi/random.ts'
import type { Operation } from '../../support/openapi/document.ts'
import { type Source, validValue } from '../../support/openapi/values.ts'
import { type Draft, queryValue } from './request.ts'
import { MUTATIONS } from './mutations.ts'
import { bankFile } from './bank-files.ts'
import type { Fixture } from './fixture.ts'

const XSRF = 'xsrf-of-the-tests'

/**
 * The request of one case: a caller and an operation, valid or made wrong. The same seed, case and fixtures give the
 * same request.
 */
export function draftOf(fixture: Fixture, seed: number, number: number): Draft {
  const dice = diceOf((Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0)
  const operation = dice.pick(fixture.operations)
  const draft = understood(fixture, operation, dice)
  const count = dice.pick([0, 1, 1, 1, 1, 1, 1, 2, 3])
  for (let left = count, tries = 0; left > 0 && tries < 20; tries++) if (dice.pick(MUTATIONS)(draft, dice)) left -= 1
  // Of two changes, the second may have reverted the first.
  if (draft.mutations.length > 1) draft.mustRefuse = false
  if (!draft.strange && !mayAsk(draft)) draft.mustRefuse = true
  return draft
}

/** Whether the caller's role may call this at all. */
const mayAsk = ({ operation, caller }: Draft): boolean =>
  operation.roles === 'public' || (caller.role !== null && operation.roles[caller.role] !== undefined)

/** A valid request as the document describes it, mostly of a caller who may send it. */
function understood(fixture: Fixture, operation: Operation, dice: Dice): Draft {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const ids = fixture.thing(dice, inPath)
  const source: Source = { dice, fullness: dice.pick([0, 0.3, 0.7, 1]), id: (name) => ids[name] }
  const may = fixture.callers.filter(
    ({ role }) => operation.roles !== 'public' && role !== null && operation.roles[role] !== undefined,
  )
  const caller = may.length > 0 && dice.chance(0.75) ? dice.pick(may) : dice.pick(fixture.callers)
  const signed = dice.chance(0.5) ? fixture.signed(operation) : undefined
  const token = fixture.tokenOf(caller)
  const draft: Draft = {
    operation,
    caller,
    method: operation.method,
    path:
      signed?.path ??
      operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? dice.uuid())),
    query: signed ? signed.query.map(([name, value]) => [name, queryValue(value)]) : queryOf(operation, source),
    headers: [
      ['cookie', `XSRF-TOKEN=${XSRF}`],
      ['x-xsrf-token', XSRF],
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as [string, string]]),
      ...(signed?.headers ?? []),
    ],
    json: undefined,
    bytes: null,
    mutations: [],
    mustRefuse: false,
    strange: false,
    ownProof: !(operation.refusals['400'] ?? []).includes('xsrf_mismatch'),
  }
  addBody(draft, source)
  return draft
}

function queryOf({ parameters }: Operation, { dice, ...source }: Source): [string, string][] {
  const asked = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || dice.chance(source.fullness / 3)),
  )
  return asked.map(({ name, schema }) => [name, queryValue(validValue(schema, name, { dice, ...source }))])
}

function addBody(draft: Draft, source: Source): void {
  const { body } = draft.operation
  if (!body) return
  if (body.schema && body.type === 'application/json') draft.json = validValue(body.schema, '', source)
  else if (draft.operation.path === '/v1/bank/files' && source.dice.chance(0.8))
    draft.bytes = Buffer.from(bankFile(source.dice))
  else draft.bytes = Buffer.from(source.dice.hex(2 * source.dice.below(300)), 'hex')
  if (!draft.headers.some(([name]) => name === 'content-type')) draft.headers.push(['content-type', body.type])
}
