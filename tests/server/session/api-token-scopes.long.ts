import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, nounOf, pathNames } from '#contract/endpoint.ts'
import { NEVER_BY_TOKEN, TOKEN_SCOPES, tokenScopeOf } from '#contract/token-scopes.ts'
import { createApiToken } from '#contract/v1/api-tokens.ts'
import { databases } from '../../support/databases.ts'
import { NEVER } from '../../fixtures/runs.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body } from '../../support/person.ts'
import { keepJournal } from '../../support/table-changes.ts'

/** What a token of one scope may do, said again here: one too many is not found by the rule that let it in. */
const NOUNS = /^(customers|suburbs|products|runs|cases|invoices|transactions|payments|reports|drivers):(read|write)$/
const MINUTE = 60_000
const CALLS_A_MINUTE = 300

describe.each(databases.slice(0, 1))('every operation with every scope, on %s', (kind) => {
  let office: Office
  let endpoints: Endpoint[]
  beforeAll(async () => {
    office = await openOffice(kind)
    endpoints = office.routes.map(({ endpoint }) => endpoint)
  })
  afterAll(() => office.close())

  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
  const mayCall = ({ method, path, roles }: Endpoint, scope: string) =>
    roles !== 'public' &&
    roles.ADMIN !== undefined &&
    !/\/(private|round|round-rules)$/.test(path) &&
    scope === `${nounOf(path)}:${method === 'GET' ? 'read' : 'write'}`

  test('the scopes are of the firm’s data only', () => {
    expect(TOKEN_SCOPES.length).toBe(19)
    expect(TOKEN_SCOPES.filter((scope) => !NOUNS.test(scope))).toEqual([])
    expect(TOKEN_SCOPES).not.toContain('drivers:write')
  })

  test('a token of one scope reaches what that scope says, and is refused with 403 everything else', async () => {
    const journal = await keepJournal(office)
    const wrong: string[] = []
    let reached = 0
    const guarded = endpoints.filter(({ roles }) => roles !== 'public')
    for (const scope of TOKEN_SCOPES) {
      let token = ''
      let calls = CALLS_A_MINUTE
      for (const one of guarded) {
        if (calls === CALLS_A_MINUTE) {
          office.clock.set(new Date(office.clock.now().getTime() + MINUTE).toISOString())
          const { name, currentPassword } = { name: scope, currentPassword: office.admin.password }
          token = (await office.call(office.admin, createApiToken, { name, scopes: [scope], currentPassword })).token
          // Its first use is noted, once a minute.
          await send(token, guarded[0]!)
          await journal.turnPage()
          calls = 1
        }
        calls += 1
        const { status, body } = await send(token, one)
        const may = mayCall(one, scope)
        reached += may ? 1 : 0
        const fine = may
          ? status !== 401 && status !== 403 && status !== 429 && status < 500
          : body.code === 'token_scope'
        if (!fine || (!may && status !== 403)) wrong.push(`${scope}: ${nameOf(one)} ${status} ${body.code ?? ''}`)
        if (may) await journal.turnPage()
      }
      const written = await journal.written()
      if (written.length > 0) wrong.push(`${scope} wrote: ${written.join(', ')}`)
    }
    expect(wrong).toEqual([])
    expect(reached).toBe(endpoints.filter((one) => tokenScopeOf(one) !== null).length)
    expect(reached).toBeGreaterThan(100)
  })

  test('of a token 300 calls a minute are answered, whatever they ask for, and of another one as many', async () => {
    const currentPassword = office.admin.password
    const make = () =>
      office.call(office.admin, createApiToken, { name: 'Loop', scopes: ['suburbs:read'], currentPassword })
    const [one, other] = [await make(), await make()]
    const ask = (token: string, path: string) => office.fetch(path, { headers: { authorization: `Bearer ${token}` } })
    for (let call = 0; call < CALLS_A_MINUTE; call += 1)
      expect((await ask(one.token, call % 2 === 0 ? '/v1/audit' : '/v1/users/suburbs')).status).toBe(
        call % 2 === 0 ? 403 : 200,
      )
    const refused = await ask(one.token, '/v1/users/suburbs')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
    expect((await ask(other.token, '/v1/users/suburbs')).status).toBe(200)
    office.clock.set(new Date(office.clock.now().getTime() + MINUTE).toISOString())
    expect((await ask(one.token, '/v1/users/suburbs')).status).toBe(200)
  })

  test('no operation within reach of a token takes what a person signs in with', () => {
    const secrets = /password|code|passkey|taxFileNumber|accountNumber|bsb/i
    const taking = endpoints
      .filter((one) => tokenScopeOf(one) !== null && one.method !== 'GET')
      .flatMap((one) =>
        ('shape' in one.input ? Object.keys(one.input.shape as object) : []).map((name) => [one, name] as const),
      )
      .filter(([, name]) => secrets.test(name) && !/postcode/i.test(name) && !NEVER_BY_TOKEN.includes(name))
      .map(([one, name]) => `${nameOf(one)}: ${name}`)
    expect(taking).toEqual([])
  })

  async function send(token: string, { method, path, body }: Endpoint) {
    const address = pathNames(path).reduce<string>((whole, name) => whole.replace(`{${name}}`, NEVER), path)
    const type = { json: 'application/json', csv: 'text/csv', bytes: 'application/octet-stream' }[body]
    const answer = await office.fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(method !== 'GET' && { 'content-type': type }) },
      ...(method !== 'GET' && { body: body === 'json' ? '{}' : 'x' }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: (/json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : {}) as Body,
    }
  }
})
