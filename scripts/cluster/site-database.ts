// The database of one site of the browser tests on a cluster (e2e/support/site.ts), empty at first, distributed once it is filled.
import { createClusterDatabase, databaseOf, distribute, dropClusterDatabase, serversOfTests } from '@adsite/api/cluster'
import { required } from '@adsite/contract'

const [what, name = ''] = process.argv.slice(2)
if (!/^[a-z0-9_]+$/u.test(name)) throw new Error('Usage: site-database.ts create|distribute|drop NAME')
const servers = await serversOfTests()
// Few shards, because each month of delivery is a table in every one.
if (what === 'create') process.stdout.write(await createClusterDatabase(servers, name))
else if (what === 'distribute') await distribute(databaseOf(required(servers[0], 'the coordinator'), name), 4)
else if (what === 'drop') await dropClusterDatabase(servers, name)
else throw new Error(`${what} is neither create nor distribute nor drop.`)
