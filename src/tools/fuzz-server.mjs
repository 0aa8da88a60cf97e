import { sourceModule } from './source-module.mjs'

/** The server that fuzz.mjs sends large requests to, on the database that is named. */
const { serveCrowd } = await sourceModule('tests', 'server', 'fuzz', 'crowd', 'server-process.ts')
await serveCrowd(process.argv[2])
