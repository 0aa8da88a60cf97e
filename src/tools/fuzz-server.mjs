import { sourceModule } from './source-module.mjs'

/** The server to which fuzz.mjs sends large requests, on the named database. */
const { serveCrowd } = await sourceModule('tests', 'server', 'fuzz', 'crowd', 'server-process.ts')
await serveCrowd(process.argv[2])
