import { errors, validationText, type ErrorBody, type Locale } from '@adsite/contract'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { isUnavailable, isUnstorable, withoutValues } from '../db/database-error.ts'
import { Refusal } from './refusal.ts'

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isUnstorable(error)) return new Refusal('bad_request')
  return isUnavailable(error) ? new Refusal('unavailable', { retryAfter: 2 }) : undefined
}

/** The one JSON shape of every refusal and error (contract `errorBody`); what went wrong inside is for the log alone. */
export function answerError(
  c: Context,
  thrown: unknown,
  { locale, requestId, log }: { locale: Locale; requestId: string; log: Logger },
): Response {
  const refusal = asRefusal(thrown)
  if (!refusal) log.error({ err: withoutValues(thrown) }, 'request failed')
  else if (refusal !== thrown) log.warn({ err: withoutValues(thrown) }, 'database refused')
  const code = refusal?.code ?? 'internal'
  const { errors: faults, current, retryAfter } = refusal?.details ?? {}
  const body: ErrorBody = {
    code,
    message: errors[code].text[locale],
    ...(faults
      ? {
          errors: Object.fromEntries(
            Object.entries(faults).map(([field, list]) => [
              field,
              list.map((text) => (typeof text === 'string' ? validationText(text, locale) : text[locale])),
            ]),
          ),
        }
      : {}),
    ...(current ? { current: { ...current } } : {}),
    request_id: requestId,
  }
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return c.json(body, errors[code].status as 500)
}
