import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BANK_FILE_BYTES_MAX } from '#domain/bank-lines.ts'
import { databases, inFull } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const MEGABYTE = 1_048_576
const IMPORTS = ['/v1/users/suburbs/import', '/v1/users/customers/import', '/v1/invoices/import']
const BANK = '/v1/bank/files?name=bank.csv'

describe.each(databases)('a file of an extreme kind on %s', { timeout: 180_000 }, (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  /** Sends the file, and asks for the server's health as often as it answers until then. */
  async function sentBesideHealth(path: string, type: string, body: Buffer) {
    let isOpen = true
    let healthy = 0
    const sending = office.admin.post(path, body, { 'content-type': type }).finally(() => (isOpen = false))
    while (isOpen) {
      if ((await office.fetch('/healthz')).status === 200) healthy += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { answer: await sending, healthy }
  }

  // Each takes seconds: the proof sends them all.
  const everyImport: [string, string][] = [
    [IMPORTS[1]!, '"a"\r\n'],
    [IMPORTS[0]!, '\n'],
    [IMPORTS[2]!, ',,\n'],
  ]
  test.each(inFull ? everyImport : everyImport.slice(0, 1))(
    '%s refuses 31 MB of %j in words, and the server answers meanwhile',
    async (path, sign) => {
      const { answer, healthy } = await sentBesideHealth(path, 'text/csv', Buffer.alloc(31 * MEGABYTE, sign))
      expect(answer).toMatchObject({ status: 422, body: { code: 'csv_unreadable', message: expect.any(String) } })
      expect(healthy).toBeGreaterThan(20)
    },
  )

  test('a bank file of 5 MB of line ends or empty rows is refused in words, and the server answers meanwhile', async () => {
    for (const sign of inFull ? ['\n', ',,,\n', '"', 'a,b\n'] : ['\n', '"']) {
      const { answer, healthy } = await sentBesideHealth(
        BANK,
        'application/octet-stream',
        Buffer.alloc(BANK_FILE_BYTES_MAX, sign),
      )
      expect(answer, JSON.stringify(sign)).toMatchObject({ status: 422, body: { code: 'csv_unreadable' } })
      expect(healthy).toBeGreaterThan(5)
    }
  })

  test.runIf(inFull)('a sheet of which Excel saved a million empty rows is imported', async () => {
    const sheet = `label,postCode,state,weekNumber\nEmpty Sheet,2076,NSW,2\n${',,,,\n'.repeat(1_048_574)}`
    const { answer } = await sentBesideHealth(IMPORTS[0]!, 'text/csv', Buffer.from(sheet))
    expect(answer).toMatchObject({ status: 200, body: { rows: 1, created: 1, errors: [] } })
  })
})
