import path from 'node:path'
import { createReminder, sendReminder } from '#contract/v1/reminders.ts'
import { forgotPassword } from '#contract/v1/session.ts'
import { updateSetting } from '#contract/v1/settings.ts'
import { ADMIN, adminToken, askAt, newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { startProduct } from '../../support/browser/product.ts'
import { peakOf } from '../fleet/measure.ts'
import { type Figure, millis } from '../support/figures.ts'
import { type CountingMailServer, openCountingMailServer } from './counting-mail-server.ts'
import { makePeople, mailOf, PEOPLE, setUpOffice } from './people.ts'

/** The server is killed when so many of the mails have come. */
const KILLS = [0.25, 0.5, 0.75]
/** When so many have come, somebody asks for a new password. */
const RESET_AT = 0.6
const RESET_MS = 10_000
/** Of the sender, at most. */
const CONNECTIONS = 5
const OVER_AT_MS = 20 * 60_000

export const REMINDING_METHOD = `Reminding: the production server in a process of its own, one reminder to ${PEOPLE.toLocaleString('en')} customers at the outbox’s highest pace into a mail server in the bench’s process, \`kill -9\` when ${KILLS.map((part) => `${part * 100} %`).join(', ')} had come, each time started again at once; a password reset is asked for at ${RESET_AT * 100} %. The rate leaves out the seconds without a server and the last mails, at most kills × connections: one that was under way at a kill is sent again when its claim ends, five minutes later. Everybody got it, a repeat has the same Message-ID, and repeats are at most kills × connections, or the bench ends without figures.`

export async function reminding(name: string, url?: string): Promise<Figure[]> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  const mailServer = await openCountingMailServer()
  await makePeople({ url, dataDir })
  const product = await startProduct({
    dataDir,
    env: {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?from=office@bench.example`,
      ...(url !== undefined && { DATABASE_URL: url, SECRET_KEY: 'a secret key for the bench, long enough' }),
    },
  })
  try {
    const ask = askAt(product.origin)
    const token = await adminToken(ask)
    const week = await setUpOffice(ask, token, (key, value) => ask(updateSetting, { key, value }, token))
    const { reminderID, customers } = await ask(createReminder, week, token)
    if (customers !== PEOPLE) throw new Error(`${customers} customers are due, not ${PEOPLE}.`)
    let away = 0
    let peak = 0
    const reset = { asked: 0, came: 0 }
    mailServer.onMail = (to) => {
      if (to === ADMIN.email && reset.asked > 0) reset.came ||= performance.now()
    }
    const began = performance.now()
    await ask(sendReminder, { reminderID }, token)
    for (const part of [...KILLS, RESET_AT].toSorted((a, b) => a - b)) {
      await until(() => reached(mailServer) >= part * PEOPLE, began)
      if (part === RESET_AT) {
        reset.asked = performance.now()
        await ask(forgotPassword, { email: ADMIN.email })
        await until(() => reset.came > 0, began)
        continue
      }
      peak = Math.max(peak, peakOf(product.pid()) ?? 0)
      const killed = performance.now()
      await product.kill()
      await product.start()
      away += performance.now() - killed
    }
    // Those under way at a kill wait until their claim ends: the rate is that of all others.
    await until(() => reached(mailServer) >= PEOPLE - KILLS.length * CONNECTIONS, began)
    const took = performance.now() - began - away
    await until(() => reached(mailServer) === PEOPLE, began)
    const last = performance.now() - began - away
    peak = Math.max(peak, peakOf(product.pid()) ?? 0)
    // What would be sent twice by mistake comes in the next seconds.
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const repeats = repeatsIn(mailServer)
    const figure = (what: string, ours: string, goal?: Figure['goal']): Figure => ({
      what: `A reminder to ${PEOPLE.toLocaleString('en')} customers with ${KILLS.length} kills, ${name}: ${what}`,
      ours,
      rival: '',
      ratio: null,
      ...(goal && { goal }),
    })
    const waited = reset.came - reset.asked
    return [
      figure('mails', `${Math.round((PEOPLE - KILLS.length * CONNECTIONS) / (took / 1000))}/s`),
      figure('the last of them after', `${Math.round(last / 1000)} s`),
      figure('memory of the server, highest', `${Math.round(peak)} MB`),
      figure('mails repeated', String(repeats), {
        says: `at most ${KILLS.length * CONNECTIONS}`,
        met: repeats <= KILLS.length * CONNECTIONS,
      }),
      figure('a password reset asked for meanwhile arrives after', millis(waited), {
        says: `within ${millis(RESET_MS)}`,
        met: waited <= RESET_MS,
      }),
    ]
  } finally {
    await product.kill()
    await mailServer.close()
    removeFolder(folder)
  }
}

const people = new Set(Array.from({ length: PEOPLE }, (_, at) => mailOf(at + 1)))
const reached = ({ received }: CountingMailServer) => [...received.keys()].filter((to) => people.has(to)).length

/** Throws when two mails to one customer have different Message-IDs: that would be two reminders. */
function repeatsIn({ received }: CountingMailServer): number {
  let repeats = 0
  for (const [to, ids] of received) {
    if (!people.has(to)) continue
    if (new Set(ids).size > 1) throw new Error(`${to} got two different mails.`)
    repeats += ids.length - 1
  }
  return repeats
}

async function until(is: () => boolean, began: number): Promise<void> {
  while (!is()) {
    if (performance.now() - began > OVER_AT_MS) throw new Error('The reminder is not sent after 20 minutes.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
