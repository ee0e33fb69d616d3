import type { S3Settings } from '@adsite/s3'
import { s3Storage } from './s3-storage.ts'
import { directoryStorage, type Storage } from './storage.ts'

/** Opens the storage of uploaded files: `s3://bucket/prefix`, or a directory. */
export function openStorage(location: string, settings: S3Settings): Storage {
  return location.startsWith('s3:') ? s3Storage(location, settings) : directoryStorage(location)
}
