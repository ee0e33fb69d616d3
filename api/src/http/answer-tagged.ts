import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { answerJson } from './answer-json.ts'

/** Answers JSON with an ETag, or 304 if the browser has this version. */
export function answerTagged(c: Context, body: unknown): Response {
  const text = JSON.stringify(body)
  // Weak, because the text may be compressed.
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  const known = (c.req.header('If-None-Match') ?? '').split(',').map((entry) => entry.trim().replace(/^(?:W\/)?/u, 'W/'))
  if (known.includes(tag)) return c.body(null, 304)
  return answerJson(c, text, 200)
}
