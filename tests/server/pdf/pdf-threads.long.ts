import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { PrintedDocument } from '#domain/documents/documents.ts'
import { print } from '#domain/documents/print.ts'
import { PdfThreads } from '#server/pdf/pdf-threads.ts'
import {
  adjustment,
  bagLines,
  BUYER,
  driverPay,
  FIRM,
  invoice,
  rcti,
  rctiAdjustment,
  receipt,
  statement,
} from '../../fixtures/documents.ts'
import { jpeg } from '../../fixtures/jpeg.ts'
import { BOMB, HUGE_LOGO, LOGOS } from './logos.ts'
import { coloursAt, hasPoppler, infoOf, pagesOf } from './poppler.ts'

const pdf = new PdfThreads({ threads: 1 })
afterAll(() => pdf.close())

const LOGO = LOGOS['with transparency']!
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const KINDS: PrintedDocument[] = [
  invoice({ lines: bagLines(3) }),
  invoice({ gstRegistered: false, buyer: { ...BUYER, name: 'Nguyễn Thị Phương Thảo' } }),
  adjustment(),
  statement(60),
  receipt(),
  driverPay(),
  rcti(),
  rctiAdjustment(),
]

describe('the same snapshot', () => {
  test('gives the same bytes, whatever was made before it', async () => {
    // Both need the glyph of the dotless i, for different letters.
    const plain = invoice({ notes: 'ılık' })
    const combined = invoice({ notes: 'i\u030a' })
    const other = new PdfThreads({ threads: 1 })
    const first = await Promise.all([...KINDS, plain, combined].map((document) => pdf.render(document, LOGO)))
    const backwards = await Promise.all(
      [combined, plain, ...KINDS.toReversed()].map((document) => other.render(document, LOGO)),
    )
    await other.close()
    expect(backwards.toReversed().map(sha256)).toEqual(
      [...first.slice(0, KINDS.length), first[KINDS.length]!, first[KINDS.length + 1]!].map(sha256),
    )
    expect(new Set(first.map(sha256)).size).toBe(first.length)
  })

  test('gives the same bytes in another process, in another time zone', async () => {
    const document = invoice({ lines: bagLines(40) })
    const printout = print(document)
    const orders = [
      { type: 'open', title: printout.title, author: printout.author, day: printout.day, logo: null },
      { type: 'print', printouts: [printout] },
      { type: 'finish' },
    ]
    const program = `
      import { createHash } from 'node:crypto'
      import { Worker } from 'node:worker_threads'
      const worker = new Worker('./src/server/pdf/thread/pdf-thread.mjs', { execArgv: [] })
      for (const order of ${JSON.stringify(orders)}) worker.postMessage(order)
      worker.on('message', (report) => {
        if (report.type === 'done') return
        console.log(createHash('sha256').update(report.bytes).digest('hex'))
        process.exit()
      })`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, TZ: 'America/Los_Angeles', LANG: 'tr_TR.UTF-8' },
      encoding: 'utf8',
    })
    expect(stdout.trim()).toBe(sha256(await pdf.render(document, null)))
  })

  test('has another file ID when anything in it is different', async () => {
    const idOf = (bytes: Buffer) => /\/ID \[<(\w+)>/.exec(bytes.toString('latin1'))?.[1]
    const ids = await Promise.all(
      [statement(2), statement(3)].map(async (document) => idOf(await pdf.render(document, null))),
    )
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(ids[1]).not.toBe(ids[0])
  })
})

describe.skipIf(!hasPoppler)('read back by another program', () => {
  test.each(KINDS)('a document says every word of its printout: %#', async (document) => {
    const printout = print(document)
    const text = pagesOf(await pdf.render(document, LOGO)).join('\n')
    const wanted = [
      printout.heading.split(' ')[0]!,
      printout.number,
      printout.firm.name,
      ...printout.firm.lines,
      printout.addressee.name,
      ...printout.addressee.lines,
      ...[...printout.facts, ...printout.table.sums].flatMap(({ label, value }) => [label, value]),
      ...printout.panels.flatMap(({ facts }) => facts.flatMap(({ label, value }) => [label, value])),
      ...(printout.strip?.facts ?? []).map(({ value }) => value),
      printout.headline.value,
      ...printout.table.rows.flat(),
    ]
    expect(wanted.filter((words) => !text.includes(words))).toEqual([])
  })

  test('a long invoice repeats the head of its table and numbers its pages', async () => {
    const pages = pagesOf(await pdf.render(invoice({ lines: bagLines(80) }), LOGO))
    expect(pages).toHaveLength(3)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of 3`)
      expect(page).toContain('Tax invoice')
      if (page.includes('Garden bag collected')) expect(page).toMatch(/Date +Description +Quantity +Price +Amount/)
    }
    expect(pages.join('').match(/Garden bag collected/g)).toHaveLength(80)
  })

  test('a text longer than a page goes on on the next', async () => {
    const description = Array.from({ length: 700 }, (_, index) => `word${index}`).join(' ')
    const pages = pagesOf(
      await pdf.render(invoice({ lines: [{ ...bagLines(1)[0]!, description }], notes: description }), null),
    )
    expect(pages.length).toBeGreaterThan(2)
    for (const word of ['word0', 'word350', 'word699'])
      expect(pages.join('').match(new RegExp(`\\b${word}\\b`, 'g'))).toHaveLength(2)
  })

  test('names in Greek and Vietnamese are whole; emoji are left out, and no text breaks the file', async () => {
    const names = [
      'Παναγιώτης Παπαδόπουλος',
      'Nguyễn Thị Phương Thảo',
      'Żółć & Söhne <Ltd>',
      'Anna 🌿👩‍👩‍👧',
      '王小明',
      '\ud83c\u0000\u202eA',
    ]
    const texts = await Promise.all(
      names.map(async (name) =>
        pagesOf(await pdf.render(invoice({ buyer: { ...BUYER, name }, firm: { ...FIRM, name } }), null)).join(''),
      ),
    )
    for (const [index, name] of names.slice(0, 3).entries()) expect(texts[index]).toContain(name)
    expect(texts[3]).toMatch(/Anna +/)
    expect(texts[4]).toContain('\ufffd')
    // Names decomposed into letters and accents look and read the same.
    const decomposed = invoice({ buyer: { ...BUYER, name: names[1]!.normalize('NFD') } })
    expect(pagesOf(await pdf.render(decomposed, null)).join('')).toContain(names[1])
  })

  test('the file has a title, the firm as author and the date of the document', async () => {
    const info = infoOf(await pdf.render(invoice({ firm: { ...FIRM, name: 'Bags & Sons' } }), null))
    expect(info).toMatch(/Title: +Tax invoice INV-000123/)
    expect(info).toMatch(/Author: +Bags & Sons/)
    expect(info).toMatch(/CreationDate: +Mon Nov +9 .*2026/)
    expect(info).toMatch(/Page size: .*A4/)
  })

  test.each(Object.keys(LOGOS))('a logo is shown: PNG %s', async (name) => {
    // Its left half is red, its right half shows the paper.
    const bytes = await pdf.render(invoice(), LOGOS[name]!)
    expect(
      coloursAt(bytes, [
        [60, 60],
        [90, 60],
        [104, 60],
        [130, 60],
      ]),
    ).toEqual(['ff0000', 'ff0000', 'ffffff', 'ffffff'])
  })

  test.each([
    ['a JPEG', jpeg(), false],
    ['a damaged PNG', LOGO.subarray(0, 60), true],
    ['no picture', Buffer.from('<svg/>'), true],
    ['a PNG of 25 million pixels', HUGE_LOGO, true],
    ['an interlaced PNG that inflates to a thousand times its size', BOMB, true],
  ])('a logo that is %s does not stop an invoice', async (_name, logo, named) => {
    const [page = ''] = pagesOf(await pdf.render(invoice(), logo))
    expect(page).toContain('Green Valley Bags')
    // In large letters, and so first, when there is no logo.
    expect(page.trimStart().startsWith('Green Valley Bags Pty Ltd')).toBe(named)
  })

  test('many documents become one file, each with its own page numbers', async () => {
    async function* documents() {
      for (let index = 0; index < 45; index += 1)
        yield invoice({ number: `INV-${index}`, lines: bagLines(index % 9 === 0 ? 40 : 1) })
    }
    const joined = await pdf.join('Print list 09/11/2026', documents(), LOGO)
    const pages = pagesOf(joined)
    expect(pages).toHaveLength(45 + 5)
    expect(pages[0]).toContain('Page 1 of 2')
    expect(pages[2]).toContain('Page 1 of 1')
    expect(infoOf(joined)).toMatch(/Title: +Print list 09\/11\/2026/)
    // Fonts and logo are in the file once.
    expect(joined.length).toBeLessThan(45 * 4000)
  })
})

describe('a thread that fails', () => {
  const huge = statement(100_000)

  test('by never answering is replaced, and its caller gets an error', async () => {
    const pool = new PdfThreads({ threads: 1, limitMs: 2500 })
    const hanging = pool.render(huge, null)
    const waiting = pool.render(invoice(), null)
    await expect(hanging).rejects.toThrow('stopped answering')
    expect((await waiting).subarray(0, 5).toString()).toBe('%PDF-')
    await pool.close()
  })

  test('for want of memory is replaced, and its caller gets an error', async () => {
    const pool = new PdfThreads({ threads: 1, heapMaxMb: 48 })
    const failing = pool.render(huge, null)
    const waiting = pool.render(invoice(), null)
    await expect(failing).rejects.toThrow('The PDF thread failed')
    expect((await waiting).subarray(0, 5).toString()).toBe('%PDF-')
    await pool.close()
  })

  test('at one document is used for the next', async () => {
    const broken = { ...invoice(), issueDate: 'never', dueDate: '2026-11-16' }
    await expect(pdf.render(broken, null)).rejects.toThrow('The PDF could not be made')
    expect((await pdf.render(invoice(), null)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test('Documents that can’t be read end the file, and the thread takes the next', async () => {
  async function* documents() {
    yield invoice()
    throw new Error('The database is away')
  }
  await expect(pdf.join('List', documents(), null)).rejects.toThrow('The database is away')
  await expect(pdf.join('List', [], null)).rejects.toThrow('nothing to print')
  expect((await pdf.render(invoice(), null)).length).toBeGreaterThan(1000)
})

test('Closing ends work in progress and refuses more; an idle thread is ended and started again', async () => {
  const pool = new PdfThreads({ threads: 1, idleMs: 50 })
  const ended = new Promise((resolve) => process.once('worker', (thread) => thread.once('exit', resolve)))
  await pool.render(invoice(), null)
  await ended
  await pool.render(invoice(), null)
  const outcomes = Promise.allSettled([pool.render(invoice(), null), pool.render(invoice(), null)])
  await pool.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(pool.render(invoice(), null)).rejects.toThrow('stopping')
})
