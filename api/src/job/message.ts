import type { EndpointGroup, ErrorCode, Locale } from '@adsite/contract'
import type { Session } from '../call/handler.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { RequestErrorDetails } from '../error/request-error.ts'
import type { ApiSettings } from '../call/settings.ts'
import type { TracingSettings } from '../trace/start-tracing.ts'

/** What a process receives before its first job. */
export interface JobDependencies {
  readonly databaseUrl: string
  /** `Storage.location`. */
  readonly uploads: string
  readonly settings: ApiSettings
  readonly logLevel: string
  readonly tracing: TracingSettings | undefined
}

/** A call as sent to the process that runs it. Everything in it has been checked. */
export interface Job {
  readonly group: EndpointGroup
  readonly endpoint: string
  readonly session: Session
  /** The context for log and audit: who calls, and from where. */
  readonly context: RequestContext
  /** The span of the request. */
  readonly traceparent: string | undefined
  readonly params: Readonly<Record<string, string>>
  readonly id: number | undefined
  readonly query: unknown
  readonly locale: Locale
  readonly address: string
  readonly request: { readonly url: string; readonly method: string; readonly headers: [string, string][] }
  /** JSON. */
  readonly body: unknown
  /** The file that was handed in; null if there is none. */
  readonly input: string | null
  /** File that a download is written to. */
  readonly output: string
  /** Maximum size of that file (bytes). */
  readonly bytes: number
}

export type ToProcess =
  | { readonly dependencies: JobDependencies }
  | { readonly job: Job }
  | { readonly cancel: true }
  /** It closes its connections, says `end`, and waits for other dependencies. */
  | { readonly forget: true }

/** Messages of a process about its job; `end` is the last. */
export type FromProcess =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly code: ErrorCode; readonly details: RequestErrorDetails }
  | { readonly kind: 'failure'; readonly stack: string }
  /** The answer is a file with these headers; its bytes follow. */
  | { readonly kind: 'file'; readonly headers: [string, string][] }
  /** This many bytes of the file can be read. */
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'end' }
