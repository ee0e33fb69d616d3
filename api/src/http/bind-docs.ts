import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { openApiDocument } from './openapi.ts'

const base = '/api/docs'
const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <title>adsite API</title>
    <link rel="stylesheet" href="${base}/swagger-ui.css" />
    <link rel="icon" type="image/png" href="${base}/favicon-32x32.png" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="${base}/swagger-ui-bundle.js"></script>
    <script src="${base}/start.js"></script>
  </body>
</html>
`

/** Calls that are tried out carry the token of the browser's cookie. */
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  domNode: document.getElementById('docs'),
  deepLinking: true,
  requestInterceptor(request) {
    const cookie = document.cookie.split('; ').find((entry) => entry.startsWith('XSRF-TOKEN='))
    if (cookie) request.headers['X-XSRF-TOKEN'] = decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
    return request
  },
})
`

const libraryFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const headers = {
  'X-Content-Type-Options': 'nosniff',
  // Swagger UI writes style attributes; scripts come only from files of this origin.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** Written for whoever asks first: most processes are never asked. */
let document: string | undefined
const openApiJson = () => (document ??= JSON.stringify(openApiDocument()))

/** Serves /api/openapi.json and /api/docs, entirely from this origin. */
export function bindDocs(app: Hono): void {
  const json = { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }
  app.get('/api/openapi.json', (c) => c.body(openApiJson(), 200, json))
  app.get(base, (c) => c.body(page, 200, { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }))
  app.get(`${base}/start.js`, (c) =>
    c.body(start, 200, { ...headers, 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }),
  )
  for (const [name, type] of Object.entries(libraryFiles)) {
    app.get(`${base}/${name}`, async (c) =>
      c.body(await readFile(join(library, name)), 200, { ...headers, 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }),
    )
  }
}
