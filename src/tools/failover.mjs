import { ensureBuilt } from './build.mjs'
import { readOptions } from './shared/options.mjs'
import { lacksCluster } from './shared/outside-programs.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'
import { testModule } from './shared/test-module.mjs'

const { names } = readOptions({
  command: 'npm run failover --',
  does: 'Kills, freezes, cuts off and fills a PostgreSQL of two machines under the load of two servers, and proves that nothing acknowledged is lost. Needs root, and Debian’s postgresql, patroni, etcd-server and haproxy.',
  options: {},
  names: {
    killed: 'the leader is killed',
    frozen: 'the leader is frozen',
    'cut-off': 'nothing reaches the leader, nor leaves it',
    standby: 'the standby is frozen',
    'full-disk': 'the leader’s disk is filled',
  },
})

const lacking = lacksCluster()
if (lacking !== null) giveUp(lacking)
await ensureInstalled({ dev: true })
await ensureBuilt()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const module = await testModule('failover', 'main.ts')
try {
  process.exit((await module.failover(names)) ? 0 : 1)
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
