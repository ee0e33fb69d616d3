import { defineConfig } from 'vitest/config'
import { patient } from './api/vitest.config.ts'

/** The tests of the API against a Citus cluster (scripts/cluster/test-cluster.ts). */
export default defineConfig({
  test: {
    include: ['api/src/**/*.test.ts', 'api/src/db/cluster/testing/*.real.ts'],
    globalSetup: ['api/src/testing/cluster-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: patient,
    maxWorkers: '100%',
    isolate: false,
  },
})
