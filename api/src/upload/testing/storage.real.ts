import { randomUUID } from 'node:crypto'
import { beforeEach, describe } from 'vitest'
import { s3Storage } from '../s3-storage.ts'
import type { Storage } from '../storage.ts'
import { testStorage } from './storage-suite.ts'

// Run by scripts/test-s3.mjs, which starts a store and passes its address in the environment.
describe(`uploaded files in a bucket of ${process.env['AWS_ENDPOINT_URL_S3']}`, () => {
  let storage: Storage
  beforeEach(() => {
    storage = s3Storage(`s3://${process.env['S3_TEST_BUCKET']}/${randomUUID()}`, process.env)
  })
  testStorage(() => storage)
})
