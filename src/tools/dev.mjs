import { loadEnvFile } from './shared/env-file.mjs'
import { ROOT } from './shared/root.mjs'
import { ensureInstalled } from './shared/setup.mjs'

loadEnvFile()
await ensureInstalled({ dev: true })
const { createServer } = await import('vite')

const SERVED_BY_US = /^\/(v1\/|healthz|readyz|sandbox-checkout\/)/
const SERVER_SIDE = /[\\/]src[\\/](server|domain|contract)[\\/]/

/**
 * Client and server in one process, both reloaded on changes. The database stays open over every reload; the app is
 * composed again at the first request after a change.
 */
function bagrunServer() {
  let composing = null
  let database = null

  return {
    name: 'bagrun-server',
    async configureServer(vite) {
      const load = (file) => vite.ssrLoadModule(`/src/server/${file}`)
      const config = (await load('config.ts')).readConfig(process.env)
      const log = (await load('log.ts')).jsonLog(config.logLevel)
      database = await (
        await load('db/open-database.ts')
      ).openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log })

      const compose = async () => {
        await (await load('db/migrate.ts')).migrate(database)
        const composed = await (await load('compose.ts')).compose(config, { database })
        const setUpLink = await (await load('first-admin.ts')).ensureFirstAdmin(composed.deps, config.firstAdmin)
        if (setUpLink) console.log(`Make the first admin: ${setUpLink}`)
        const mailSender = (await load('features/mails/mail-sender.ts')).startMailSender(composed.deps)
        await composed.app.ready()
        return { app: composed.app, stop: async () => Promise.all([mailSender.stop(), composed.app.close()]) }
      }
      vite.watcher.on('change', (file) => {
        if (!SERVER_SIDE.test(file)) return
        const old = composing
        composing = null
        // The old app does not own the database, so it does not close it.
        void old?.then(({ stop }) => stop()).catch(() => {})
      })
      vite.middlewares.use((request, response, next) => {
        if (!SERVED_BY_US.test(request.url ?? '')) return next()
        composing ??= compose()
        composing.then(
          ({ app }) => app.routing(request, response),
          (error) => {
            composing = null
            next(error)
          },
        )
      })
      composing = compose()
      await composing
    },
    async closeBundle() {
      await database?.close()
      database = null
    },
  }
}

const vite = await createServer({
  root: ROOT,
  plugins: [bagrunServer()],
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true, host: process.env.HOST || 'localhost' },
})
await vite.listen()
vite.printUrls()
const stop = () => vite.close().finally(() => process.exit(0))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
