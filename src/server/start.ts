import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PASSWORD_HASH_KIB } from '#domain/limits.ts'
import { importAddresses } from './address-files/import-addresses.ts'
import { archiveEvents } from './archive/archive-events.ts'
import { makeBackup } from './backups/make-backup.ts'
import { startNightlyBackups } from './backups/nightly.ts'
import { type Order, takeOrders } from './backups/orders.ts'
import { startMaintenance } from './maintenance.ts'
import { compose, type Composed } from './compose.ts'
import { type ServerConfig, WrongConfig } from './config.ts'
import { packageRoot } from './package-root.ts'
import { startAlerts } from './features/alerts/alerts-check.ts'
import { startAutopayRunner } from './features/autopay/autopay-runner.ts'
import { startChasingRunner } from './features/chasing/chasing-runner.ts'
import { startMailSender } from './features/mails/mail-sender.ts'
import { startPushRunner } from './features/push/push-runner.ts'
import { startReminderRunner } from './features/reminders/reminder-runner.ts'
import { startLearningDrivenTimes } from './features/runs/driven-times/driven-times-runner.ts'
import { startSignInDiary } from './features/session/sign-in-audit.ts'
import { startTaskRunner } from './features/tasks/task-runner.ts'
import { startWebhookRunner } from './features/webhooks/webhook-runner.ts'
import { shareAssets } from './http/shared-assets.ts'
import { listenAnywhere } from './listen-anywhere.ts'
import { installationID } from './db/installation.ts'
import { ensureFirstAdmin, namesNoAdmin } from './first-admin.ts'
import { auditInto } from './ledger-audit/write-journal.ts'
import { jsonLog } from './log.ts'
import { makePasswordLink } from './password-link.ts'
import type { Dependencies } from './ports.ts'
import { reseal } from './sealed-values.ts'
import { startAskingProvider } from './payment-checks.ts'
import { listenForScrapes } from './system/metrics-listener.ts'
import { type Metrics, newMetrics } from './system/metrics.ts'
import { startOnceReachable } from './wait-for-database.ts'

/** A start never waits for longer for a photo store that is slow; the rest is shared afterwards. */
const SHARING_MS = 10_000

export interface RunningServer extends Composed {
  /** The address it listens on: `http://localhost:3000`, or PUBLIC_URL. */
  readonly address: string
  /** Where Prometheus reads; null: METRICS_PORT is not set. */
  readonly metricsAddress: string | null
  /** The one-time link to create the first admin; null: there is one. */
  readonly setUpLink: string | null
}

/**
 * Starts the whole product: database, app, first admin, mail, nightly maintenance, and the port. Throws a sentence when
 * it can't start, with everything closed again. `close` lets requests in flight finish and closes the database last.
 */
export async function startServer(config: ServerConfig, overrides: Partial<Dependencies> = {}): Promise<RunningServer> {
  const tls = readTls(config)
  const clientDir = path.join(packageRoot(), 'dist/client')
  const log = overrides.log ?? jsonLog(config.logLevel)
  const metrics = config.metrics && newMetrics()
  // The metrics listen before the database is there, because they also tell that it is not.
  const scrapes = metrics && config.metrics && (await listenForScrapes(metrics, config.metrics))
  try {
    const composed = await startOnceReachable(config, tls, log, () => compose(config, overrides, { tls, clientDir }))
    const server = await startComposed(composed, config, { metrics, clientDir })
    return {
      ...server,
      metricsAddress: scrapes?.address ?? null,
      // Last, so that a stop that takes long is seen.
      close: () => server.close().finally(() => scrapes?.stop()),
    }
  } catch (error) {
    await scrapes?.stop()
    throw error
  }
}

async function startComposed(
  composed: Composed,
  config: ServerConfig,
  { metrics, clientDir }: { readonly metrics: Metrics | undefined; readonly clientDir: string },
): Promise<Omit<RunningServer, 'metricsAddress'>> {
  try {
    metrics?.measure(composed.app)
    // The ID is in every backup, so that a restored server knows the charges that it made afterwards (domain.md 20).
    await installationID(composed.deps.database.db)
    const setUpLink = await ensureFirstAdmin(composed.deps, config.firstAdmin)
    // Whoever is told that it is ready may also tell it to end, which it does with care once it is wholly started.
    composed.leave()
    await Promise.race([shareAssets(composed.deps, clientDir), wait(SHARING_MS, undefined, { ref: false })])
    const listening = await listen(composed, config)
    // With a public address customers are likely to pay; elsewhere the product is being tried out.
    if (composed.deps.payments.kind === 'sandbox' && config.publicUrlGiven)
      composed.deps.log.warn({}, 'STRIPE_SECRET_KEY is not set: card payments go to the sandbox, and no money moves')
    if (config.passwordHashKiB < PASSWORD_HASH_KIB)
      composed.deps.log.warn(
        {},
        `PASSWORD_HASH_KIB is below ${PASSWORD_HASH_KIB}: new passwords are easier to guess from a stolen database`,
      )
    if (await namesNoAdmin(composed.deps))
      composed.deps.log.warn({}, 'OIDC_PASSWORD_ADMIN names no admin: while the provider is down nobody can log in')
    const mailSender = startMailSender(composed.deps)
    const paymentChecks = startAskingProvider(composed.deps)
    const taskRunner = startTaskRunner(composed.deps)
    const reminderRunner = startReminderRunner(composed.deps)
    const chasing = startChasingRunner(composed.deps)
    const autopay = startAutopayRunner(composed.deps)
    const pushRunner = startPushRunner(composed.deps)
    const webhookRunner = startWebhookRunner(composed.deps)
    const drivenTimes = startLearningDrivenTimes(composed.deps)
    const nightly = await startMaintenance(composed.deps)
    const alerts = startAlerts(composed.deps)
    const signIns = startSignInDiary(composed.deps)
    const runs = [
      mailSender,
      paymentChecks,
      taskRunner,
      reminderRunner,
      chasing,
      autopay,
      pushRunner,
      webhookRunner,
      drivenTimes,
      alerts,
      signIns,
    ]
    composed.system.watch(() => runs.flatMap((run) => run.lanes()))
    const { pool, reports } = composed.deps.database
    // The embedded database has one pool for both.
    metrics?.watch(composed.system, { main: pool, ...(pool !== reports.$client && { reports: reports.$client }) })
    const backup = { ...composed.deps, dir: config.backupDir }
    const backups = await startNightlyBackups(backup)
    const carryOut = (order: Order, report: (progress: unknown) => void): Promise<unknown> => {
      if (order.order === 'password-link') return makePasswordLink(composed.deps, order.email)
      if (order.order === 'reseal') return reseal(composed.deps.database.db, composed.deps.secrets)
      if (order.order === 'audit-ledger') return auditInto(composed.deps.database.db, order.journal)
      const settings = { ...backup, onProgress: order.progress === true ? report : undefined }
      if (order.order === 'archive-events') return archiveEvents(settings, order)
      if (order.order === 'import-addresses') return importAddresses(settings, order)
      return makeBackup({ ...settings, photosOfS3: order.photosOfS3 })
    }
    const orders = composed.deps.database.kind === 'embedded' ? await takeOrders(config.dataDir, carryOut) : null
    composed.arrive()
    return {
      ...composed,
      setUpLink: setUpLink?.replace(config.publicUrl, listening) ?? null,
      address: listening,
      close: async () => {
        nightly.stop()
        await alerts.stop()
        await paymentChecks.stop()
        await signIns.stop()
        await composed.app.close()
        await orders?.stop()
        await backups.stop()
        await drivenTimes.stop()
        await taskRunner.stop()
        await reminderRunner.stop()
        await chasing.stop()
        await autopay.stop()
        await pushRunner.stop()
        await webhookRunner.stop()
        await mailSender.stop()
        await composed.close()
      },
    }
  } catch (error) {
    await composed.close()
    throw error
  }
}

async function listen({ app }: Composed, config: ServerConfig): Promise<string> {
  const { port, publicUrl, publicUrlGiven, tls } = config
  try {
    await listenAnywhere(config, (place) => app.listen(place))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE')
      throw new WrongConfig(`PORT: another program already listens on ${port}. Stop it, or set PORT to another number.`)
    if (code === 'EACCES')
      throw new WrongConfig(`PORT: this user may not listen on ${port}. Set PORT to a number above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new WrongConfig('HOST is not an address of this machine.')
    throw error
  }
  const address = app.server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return publicUrlGiven ? publicUrl : `${tls ? 'https' : 'http'}://localhost:${actual}`
}

function readTls({ tls }: ServerConfig): { cert: string; key: string } | null {
  return tls ? { cert: readPem('TLS_CERT', tls.certFile), key: readPem('TLS_KEY', tls.keyFile) } : null
}

function readPem(name: string, file: string): string {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new WrongConfig(`${name}: the file ${file} can't be read.`)
  }
  if (!text.includes('-----BEGIN')) throw new WrongConfig(`${name}: the file ${file} is not in PEM form.`)
  return text
}
