import type { Metrics, Part, RootDatabase } from '@adsite/api'
import type { Registry } from '@adsite/release'
import type { Logger } from 'pino'
import type { AnswerRequest } from './page/read-answers.ts'
import type { SettingName, Settings } from './settings.ts'

/** What the parts of a process share. */
export interface Shared {
  readonly settings: Settings
  readonly logger: Logger
  readonly metrics: Metrics
  /** One pool for all parts of the process. */
  readonly db: RootDatabase
  readonly registry: Registry
  /** What the process answers. */
  readonly answer: AnswerRequest
}

/** Declares a part of the site that serves until it is ended. */
export interface PartDefinition {
  readonly summary: string
  /** Settings without which the part cannot be a process of its own. */
  readonly needs: readonly SettingName[]
  /** Settings that it reads beside those of every part. */
  readonly reads: readonly SettingName[]
  /** True if it is started once the schema is migrated. */
  readonly needsSchema: boolean
  start(shared: Shared): Promise<Part>
}
