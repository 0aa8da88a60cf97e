import { describe, expect, test } from 'vitest'
import type { Caller } from '../../fixtures/roles.ts'
import type { Operation } from '../../support/openapi/document.ts'
import { nobodyOf } from '../../support/person.ts'
import { judge } from './check-answer.ts'
import type { Draft } from './request.ts'
import type { Heard } from './raw-http.ts'

/** A check that finds nothing proves nothing: each of these has to be found. */
describe('an answer of our server', () => {
  const operation: Operation = {
    name: 'POST /v1/x',
    method: 'POST',
    path: '/v1/x',
    roles: 'public',
    parameters: [],
    body: null,
    refusals: { '422': ['fields_invalid'], '409': ['suburb_taken'] },
    answer: null,
    statuses: [201, 409, 422],
  }
  const caller: Caller = { name: 'nobody', role: null, person: nobodyOf(fetch), own: {}, anothers: {} }
  const draft: Draft = {
    operation,
    caller,
    method: 'POST',
    path: '/v1/x',
    query: [],
    headers: [],
    json: {},
    bytes: null,
    mutations: [],
    mustRefuse: false,
    strange: false,
    ownProof: false,
  }
  const problem = {
    message: 'Please check the marked fields.',
    code: 'fields_invalid',
    fields: { name: 'This field is mandatory' },
    requestID: '1',
  }
  const refused: Heard = {
    status: 422,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': '1' },
    body: JSON.stringify(problem),
    tookMs: 5,
    computedMs: 5,
  }
  const saying = (change: object): Heard => ({ ...refused, body: JSON.stringify({ ...problem, ...change }) })

  test('that is right passes', () => {
    expect(judge(draft, refused, [], ['rate_limits'])).toEqual([])
    expect(judge(draft, { ...refused, status: 201, body: '{}' }, ['insert suburbs'], [])).toEqual([])
    expect(
      judge(
        draft,
        {
          ...refused,
          status: 503,
          headers: { ...refused.headers, 'retry-after': '2' },
          body: JSON.stringify({ ...problem, code: 'unavailable' }),
        },
        [],
        [],
      ),
    ).toEqual(['503 unavailable is not among the refusals its document names'])
  })

  test.each<[string, Heard, RegExp]>([
    ['breaks', { ...refused, status: 500 }, /answered 500/],
    ['is busy without a time to wait', { ...refused, status: 503 }, /answered 503/],
    ['takes too long', { ...refused, tookMs: 2_001 }, /2001 ms/],
    ['computes too long', { ...refused, computedMs: 2_001 }, /2001 of them/],
    [
      'is a page',
      { ...refused, headers: { 'content-type': 'text/html', 'x-request-id': '1' }, body: '<html>' },
      /no problem/,
    ],
    ['says nothing', saying({ message: '' }), /no sentence/],
    ['says a word of a program', saying({ message: 'ECONNREFUSED' }), /no sentence/],
    ['shows a statement', saying({ message: 'Failed query: select * from users where email = $1' }), /insides/],
    ['shows a stack', saying({ fields: { name: 'Oh dear\n    at handler (/srv/app/src/x.ts:3:4)' } }), /insides/],
    ['shows a place on the disk', saying({ message: 'There is no file /var/lib/bagrun/photo.jpg here' }), /insides/],
    ['names a table', saying({ message: 'The rate_limits are full' }), /the table rate_limits/],
    ['names no field', saying({ fields: {} }), /no field is named/],
    ['has another number than its header', saying({ requestID: '2' }), /no number, or two/],
    ['has a code its document does not know', saying({ code: 'no_such_code' }), /not among the refusals/],
    ['has a status its document does not know', { ...refused, status: 200, body: '{}' }, /200 is not among/],
  ])('that %s is reported', (_what, heard, found) => {
    expect(judge(draft, heard, [], ['rate_limits']).join('\n')).toMatch(found)
  })

  test('that refuses, and has changed something, is reported', () => {
    expect(judge(draft, refused, ['update customers'], [])).toEqual([
      'it is refused, and has written: update customers',
    ])
  })

  test('that accepts what can’t be accepted is reported', () => {
    expect(judge({ ...draft, mustRefuse: true }, { ...refused, status: 201, body: '{}' }, [], [])).toHaveLength(1)
  })
})
