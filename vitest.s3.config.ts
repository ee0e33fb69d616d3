import { defineConfig } from 'vitest/config'

/** The storage tests of registry and uploads against a real S3-compatible store (scripts/test-s3.mjs). */
export default defineConfig({ test: { include: ['{api,release}/src/**/*.real.ts'], testTimeout: 60_000 } })
