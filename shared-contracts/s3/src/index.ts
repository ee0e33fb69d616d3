export { isMissing, openBucket, type Bucket, type S3Answer, type S3Settings, type SettingErrors } from './bucket.ts'
