import { Hono } from 'hono'
import { commonHeaders, notFound } from './http.ts'

const address = '/preview-frame'

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/**
 * Serves the document in which the ad-serving host's preview script runs (spec/api "Preview script";
 * spec/quality "Previews"). Its own policy sandboxes it too, so that it has no origin however it is opened, and
 * can reach only that host.
 */
export function servePreviewFrame(script: string | undefined): Hono {
  const app = new Hono()
  app.get(address, () => {
    if (script === undefined) return notFound()
    const { origin } = new URL(script)
    const policy = [
      "default-src 'none'",
      `script-src ${origin}`,
      `connect-src ${origin}`,
      `img-src ${origin} data:`,
      'sandbox allow-scripts',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>preview</title><script src="${escaped(script)}" defer></script></head><body></body></html>`
    return new Response(html, {
      headers: {
        ...commonHeaders,
        'Content-Security-Policy': policy.join('; '),
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Referrer-Policy': 'no-referrer',
      },
    })
  })
  return app
}
