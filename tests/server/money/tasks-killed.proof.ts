import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { listMails } from '#contract/v1/mails.ts'
import { signIn } from '#contract/v1/session.ts'
import { bulkInvoices, getTask } from '#contract/v1/tasks.ts'
import { listTransactions } from '#contract/v1/transactions.ts'
import { packageRoot } from '#server/package-root.ts'
import { ADMIN, askAt } from '../../fixtures/business-on-disk.ts'
import { fixtures } from '../../fixtures/make.ts'
import { type Product, startProduct } from '../../support/browser/product.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'

const INVOICES = 40
const KILLS = 3

// Inside the package, as dist/ is: from there it finds its packages and the threads' files.
const root = path.join(packageRoot(), 'node_modules/.cache/bagrun', `tasks-${randomBytes(4).toString('hex')}`)
const folder = mkdtempSync(path.join(os.tmpdir(), 'bk-'))
let mailServer: MailServer
let product: Product

beforeAll(async () => {
  await build({
    root: packageRoot(),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: 'src/server/main.ts',
      outDir: path.join(root, 'dist/server'),
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'main.js' } },
    },
  })
  mailServer = await openMailServer()
  product = await startProduct({
    dataDir: path.join(folder, 'd'),
    root,
    env: {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      SMTP_URL: mailServer.url,
    },
  })
}, 180_000)
afterAll(async () => {
  await product?.kill()
  await mailServer?.close()
  for (const made of [root, folder]) rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

test('Bulk acts of a server that is killed again and again are done exactly once', { timeout: 500_000 }, async () => {
  const ask = askAt(product.origin)
  const { token } = await ask(signIn, ADMIN)
  const make = fixtures((endpoint, input) => ask(endpoint, input, token), null)
  const [{ suburbID }, { productID }] = [await make.suburb(), await make.product()]
  for (let at = 0; at < INVOICES; at++) {
    const { customerID } = await make.customer({ suburbID, productID })
    const lines = [{ description: 'Bin', quantity: 1, price: 25 }]
    await ask(createInvoice, { customerID, lines }, token)
  }
  const whom = { filters: {} }
  const send = await ask(bulkInvoices, { action: 'send', ...whom }, token)
  const pay = await ask(bulkInvoices, { action: 'pay', ...whom, payment: { paymentType: 'EFT' } }, token)
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(Math.random() * 700)
    await product.kill()
    await product.start()
  }
  const isDone = async (taskID: string) => (await ask(getTask, { taskID }, token)).state === 'done'
  const waiting = async () => (await ask(listMails, { status: 'queued' }, token)).total
  await expect.poll(() => isDone(send.taskID), { timeout: 150_000, interval: 500 }).toBe(true)
  await expect.poll(() => isDone(pay.taskID), { timeout: 150_000, interval: 500 }).toBe(true)
  expect(await ask(getTask, { taskID: send.taskID }, token)).toMatchObject({ done: INVOICES, skipped: 0 })
  expect(await ask(getTask, { taskID: pay.taskID }, token)).toMatchObject({ done: INVOICES, skipped: 0 })
  const payments = await ask(listTransactions, { purpose: 'payment' }, token)
  expect([payments.total, payments.totalAmount]).toEqual([INVOICES, INVOICES * 25])
  expect((await ask(listInvoices, { status: 'waiting_payment' }, token)).total).toBe(0)
  expect((await ask(listMails, {}, token)).total).toBe(INVOICES)
  // A mail that was under way at a kill is tried again after five minutes, with the same Message-ID.
  await expect.poll(waiting, { timeout: 60_000, interval: 500 }).toBeLessThanOrEqual(KILLS * 3)
  const subjects = mailServer.received.map(({ subject, messageId }) => `${subject} ${messageId}`)
  expect(new Set(mailServer.received.map(({ subject }) => subject)).size).toBe(new Set(subjects).size)
})
