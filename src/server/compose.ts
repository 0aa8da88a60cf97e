import type { FastifyInstance } from 'fastify'
import { systemClock } from './adapters/clock/system-clock.ts'
import { databaseMail } from './adapters/mail/database-mail.ts'
import { smtpMail } from './adapters/mail/smtp-mail.ts'
import { oidcProvider } from './adapters/oidc/oidc-provider.ts'
import { openPayments } from './adapters/payments/open-payments.ts'
import { webPush } from './adapters/push/web-push.ts'
import { embeddedStore } from './adapters/storage/embedded-store.ts'
import { s3Store } from './adapters/storage/s3-store.ts'
import type { ServerConfig } from './config.ts'
import { openDatabase } from './db/open-database.ts'
import { migrate } from './db/migrate.ts'
import { lockAsServer } from './db/server-lock.ts'
import { setPasswordCost } from './features/accounts/public.ts'
import { adminsRoutes } from './features/admins/admins-routes.ts'
import { alertsRoutes } from './features/alerts/alerts-routes.ts'
import { auditRoutes } from './features/audit/audit-routes.ts'
import { bankRoutes } from './features/bank/bank-routes.ts'
import { calendarFeedsRoutes } from './features/calendar-feeds/feeds-routes.ts'
import { casesRoutes } from './features/cases/cases-routes.ts'
import { customersRoutes } from './features/customers/customers-routes.ts'
import { timelineRoutes } from './features/customers/timeline-routes.ts'
import { requestsRoutes } from './features/customers/requests/requests-routes.ts'
import { devicesRoutes } from './features/devices/devices-routes.ts'
import { driversRoutes } from './features/drivers/drivers-routes.ts'
import { homeRoutes } from './features/home/home-routes.ts'
import { importsRoutes } from './features/imports/imports-routes.ts'
import { incomesRoutes } from './features/incomes/incomes-routes.ts'
import { reversePay } from './features/incomes/payments-commands.ts'
import { driverPaymentsRoutes } from './features/incomes/driver-payments-routes.ts'
import { invoicesRoutes } from './features/invoices/invoices-routes.ts'
import { transactionsRoutes } from './features/ledger/transactions-routes.ts'
import { mapTilesRoutes } from './features/map-tiles/map-tiles-routes.ts'
import { tilesProblem } from './features/map-tiles/tiles-file.ts'
import { mailsRoutes } from './features/mails/mails-routes.ts'
import { unsubscribeRoutes } from './features/mails/unsubscribe-routes.ts'
import { noPickupsRoutes } from './features/no-pickups/no-pickups-routes.ts'
import { ownAccountRoutes } from './features/own-account/own-account-routes.ts'
import { paymentsRoutes } from './features/payments/payments-routes.ts'
import { payoutsRoutes } from './features/payouts/payouts-routes.ts'
import { drivenTimesRoutes } from './features/runs/driven-times/driven-times-routes.ts'
import { ownOrdersRoutes } from './features/runs/own-orders/own-orders-routes.ts'
import { placesRoutes } from './features/places/places-routes.ts'
import { pushRoutes } from './features/push/push-routes.ts'
import { photosRoutes } from './features/photos/photos-routes.ts'
import { packagesRoutes } from './features/packages/packages-routes.ts'
import { priceChangesRoutes } from './features/price-changes/price-changes-routes.ts'
import { exceptionsRoutes } from './features/runs/exceptions/exceptions-routes.ts'
import { notReachedRoutes } from './features/runs/not-reached/not-reached-routes.ts'
import { planRoutes } from './features/runs/planning/plan-routes.ts'
import { progressRoutes } from './features/runs/progress/progress-routes.ts'
import { pickupRequestsRoutes } from './features/runs/pickup-requests/pickup-requests-routes.ts'
import { recordRoutes } from './features/runs/recording/record-routes.ts'
import { runsRoutes } from './features/runs/runs-routes.ts'
import { schedulesRoutes } from './features/runs/schedules/schedules-routes.ts'
import { unsentRoutes } from './features/runs/unsent/unsent-routes.ts'
import { registrationRoutes } from './features/registration/registration-routes.ts'
import { notDueAnyMore } from './features/reminders/not-due-any-more-reads.ts'
import { remindersRoutes } from './features/reminders/reminders-routes.ts'
import { skipLinksRoutes } from './features/reminders/skip-links-routes.ts'
import { reportsRoutes } from './features/reports/reports-routes.ts'
import { chasingRoutes } from './features/chasing/chasing-routes.ts'
import { autopayRoutes } from './features/autopay/autopay-routes.ts'
import { announceCharges } from './features/autopay/public.ts'
import { endHolds } from './features/chasing/public.ts'
import { announceChargesBy } from './features/invoices/public.ts'
import { followCollecting } from './features/ledger/public.ts'
import { searchRoutes } from './features/search/search-routes.ts'
import { accountRoutes } from './features/session/account-routes.ts'
import { apiTokensRoutes } from './features/session/api-tokens/api-tokens-routes.ts'
import { oidcRoutes } from './features/session/oidc/oidc-routes.ts'
import { secondFactorRoutes } from './features/session/second-factor/second-factor-routes.ts'
import { sessionRoutes } from './features/session/session-routes.ts'
import { calendarRoutes } from './features/calendar/calendar-routes.ts'
import { logoRoutes } from './features/settings/logo-routes.ts'
import { moveWeekRoutes } from './features/calendar-moves/move-week-routes.ts'
import { businessNameOf, settingsInForce } from './features/settings/settings-reads.ts'
import { settingsRoutes } from './features/settings/settings-routes.ts'
import { tasksRoutes } from './features/tasks/tasks-routes.ts'
import { depotsRoutes } from './features/depots/depots-routes.ts'
import { suburbsRoutes } from './features/suburbs/suburbs-routes.ts'
import { webhooksRoutes } from './features/webhooks/webhooks-routes.ts'
import { xeroRoutes } from './features/xero/xero-routes.ts'
import { type AppSettings, buildApp } from './http/app.ts'
import type { Route } from './http/serve.ts'
import { checkSecretKey, readOrCreateSecretKey } from './installation.ts'
import { jsonLog } from './log.ts'
import { PdfThreads } from './pdf/pdf-threads.ts'
import type { Dependencies, Log } from './ports.ts'
import type { PaymentsSandbox } from './adapters/payments/sandbox/sandbox.ts'
import { addSandboxCheckout } from './sandbox-checkout.ts'
import { refuseMissingKeys } from './sealed-values.ts'
import { secretsOf } from './secrets.ts'
import { type System, systemOf } from './system/look.ts'
import { systemRoutes } from './system/system-routes.ts'

/** Every feature's operations; a new feature adds its line here. */
const featuresOf = (deps: Dependencies): Route[] => [
  ...sessionRoutes(deps),
  ...accountRoutes(deps),
  ...secondFactorRoutes(deps),
  ...oidcRoutes(deps),
  ...apiTokensRoutes(deps),
  ...webhooksRoutes(deps),
  ...mailsRoutes(deps, notDueAnyMore),
  ...unsubscribeRoutes(deps),
  ...settingsRoutes(deps),
  ...logoRoutes(),
  ...calendarRoutes(deps),
  ...moveWeekRoutes(),
  ...depotsRoutes(),
  ...suburbsRoutes(deps),
  ...packagesRoutes(deps),
  ...priceChangesRoutes(deps),
  ...customersRoutes(deps),
  ...timelineRoutes(),
  ...placesRoutes(),
  ...drivenTimesRoutes(),
  ...ownOrdersRoutes(),
  ...mapTilesRoutes(deps),
  ...ownAccountRoutes(),
  ...importsRoutes(deps),
  ...requestsRoutes(deps),
  ...registrationRoutes(deps),
  ...driversRoutes(deps),
  ...photosRoutes(deps),
  ...runsRoutes(deps),
  ...planRoutes(),
  ...progressRoutes(),
  ...notReachedRoutes(deps),
  ...recordRoutes(deps),
  ...unsentRoutes(deps),
  ...exceptionsRoutes(deps),
  ...pickupRequestsRoutes(deps),
  ...schedulesRoutes(),
  ...calendarFeedsRoutes(deps),
  ...noPickupsRoutes(deps),
  ...remindersRoutes(deps),
  ...skipLinksRoutes(deps),
  ...casesRoutes(deps),
  ...pushRoutes(deps),
  ...incomesRoutes(deps),
  ...driverPaymentsRoutes(deps),
  ...invoicesRoutes(deps),
  ...chasingRoutes(deps),
  ...transactionsRoutes(deps, reversePay),
  ...paymentsRoutes(deps),
  ...autopayRoutes(deps),
  ...payoutsRoutes(deps),
  ...bankRoutes(deps),
  ...tasksRoutes(deps),
  ...devicesRoutes(deps),
  ...alertsRoutes(deps),
  ...adminsRoutes(deps),
  ...auditRoutes(deps),
  ...reportsRoutes(deps),
  ...xeroRoutes(deps),
  ...searchRoutes(),
]

function routesOf(deps: Dependencies, system: System): Route[] {
  const features = [...featuresOf(deps), ...systemRoutes(system)]
  return [...features, ...homeRoutes(features, deps)]
}

/** The file of the office's maps; undefined, with a line in the log, where it can't be used. */
async function usableTiles(file: string | undefined, log: Log): Promise<string | undefined> {
  const problem = file === undefined ? null : await tilesProblem(file)
  if (problem === null) return file
  log.warn({}, `${problem} Maps have a plain ground.`)
  return undefined
}

export interface Composed {
  readonly app: FastifyInstance
  readonly deps: Dependencies
  readonly routes: readonly Route[]
  readonly system: System
  /** Null with the provider's keys. */
  readonly sandbox: PaymentsSandbox | null
  /** From now on `/readyz` answers 503, and everything else as before. */
  leave(): void
  /** From now on `/readyz` says whether the database takes writes; so it does without ever having left. */
  arrive(): void
  /** Completes the requests in flight, then closes app, mail and database. */
  close(): Promise<void>
}

/** Builds the whole server from its configuration, without listening. Tests override parts of it. */
export async function compose(
  config: ServerConfig,
  overrides: Partial<Dependencies> = {},
  { tls = null, clientDir = null }: Partial<Pick<AppSettings, 'tls' | 'clientDir'>> = {},
): Promise<Composed> {
  const log = overrides.log ?? jsonLog(config.logLevel)
  setPasswordCost(config.passwordHashKiB)
  followCollecting(endHolds)
  announceChargesBy(announceCharges)
  const secretKey = config.secretKey ?? readOrCreateSecretKey(config.dataDir)
  const lock =
    config.databaseUrl !== undefined && !overrides.database ? await lockAsServer(config.databaseUrl, log) : null
  const database =
    overrides.database ??
    (await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log, limited: true }).catch(
      async (error: unknown) => {
        await lock?.release()
        throw error
      },
    ))
  try {
    if (!overrides.database) await migrate({ ...database, log })
    await checkSecretKey(database.db, secretKey, config.oldSecretKeys)
    await refuseMissingKeys(database.db, [secretKey, ...config.oldSecretKeys])
    const secrets = overrides.secrets ?? secretsOf(secretKey, config.oldSecretKeys)
    const clock = overrides.clock ?? systemClock
    const firmName = async () => businessNameOf(await settingsInForce(database.db))
    const { payments, sandbox } = overrides.payments
      ? { payments: overrides.payments, sandbox: null }
      : openPayments({ stripe: config.stripe, db: database.db, secrets, clock, log, firmName })
    const deps: Dependencies = {
      database,
      log,
      secrets,
      clock,
      payments,
      mail: overrides.mail ?? (config.smtpUrl ? smtpMail(config.smtpUrl, config.publicUrl) : databaseMail),
      storage:
        overrides.storage ?? (config.s3 ? s3Store(config.s3, { clock, log }) : embeddedStore(config.dataDir, secrets)),
      pdf: overrides.pdf ?? new PdfThreads(),
      push: overrides.push ?? webPush(),
      oidc: overrides.oidc ?? (config.oidc ? oidcProvider(config.oidc) : null),
      config: { ...config, mapTiles: await usableTiles(config.mapTiles, log) },
    }
    const system = systemOf(deps, { data: config.dataDir, backups: config.backupDir })
    const routes = routesOf(deps, system)
    let isLeaving = false
    const app = await buildApp(deps, routes, {
      isLeaving: () => isLeaving,
      trustProxy: config.trustProxy,
      tls,
      clientDir,
      origin: config.publicUrlGiven ? config.publicUrl : null,
      hstsIncludeSubDomains: config.hstsIncludeSubDomains,
    })
    if (sandbox) addSandboxCheckout(app, sandbox)
    app.addHook('onClose', () => payments.close())
    return {
      app,
      deps,
      routes,
      system,
      sandbox,
      leave: () => void (isLeaving = true),
      arrive: () => void (isLeaving = false),
      close: async () => {
        await app.close()
        await deps.pdf.close()
        await deps.mail.close()
        await database.close()
        await lock?.release()
      },
    }
  } catch (error) {
    await database.close()
    await lock?.release()
    throw error
  }
}
