// For tests, benchmarks and trials on a Citus cluster; not used by the running site.
export {
  createClusterDatabase,
  createDistributedDatabase,
  databaseOf,
  distribute,
  dropClusterDatabase,
  joinCluster,
  onDatabase,
  serversOfTests,
} from './cluster-database.ts'
export { serverUser } from '../embedded/embedded-place.ts'
export { extensionMakefile, installedServers, serverHeaders, type Server } from './find-citus.ts'
export { startCluster, type Cluster, type Node } from './start-cluster.ts'
