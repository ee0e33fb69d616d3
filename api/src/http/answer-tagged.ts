import { createHash } from 'node:crypto'
import type { Context } from 'hono'

/** Answers JSON with an ETag, or 304 if the browser has this version. */
export function answerTagged(c: Context, body: unknown): Response {
  const text = JSON.stringify(body)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  const known = (c.req.header('If-None-Match') ?? '').split(',').map((entry) => entry.trim().replace(/^W\//u, ''))
  if (known.includes(tag)) return c.body(null, 304)
  c.header('Content-Type', 'application/json')
  return c.body(text, 200)
}
