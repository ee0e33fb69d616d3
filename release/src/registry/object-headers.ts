import { compressedEndings } from './layout.ts'

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
}

/** For immutable objects: cached for a year without revalidation. */
export const immutable = 'public, max-age=31536000, immutable'

export function contentType(path: string): string {
  return contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

/** Headers of an object for buckets that are served directly. */
export function objectHeaders(key: string): Record<string, string> {
  const copy = Object.entries(compressedEndings).find(([, ending]) => key.endsWith(ending))
  const path = copy ? key.slice(0, -copy[1].length) : key
  return {
    'Content-Type': contentType(path),
    'Cache-Control': key.startsWith('r/') ? immutable : 'no-cache',
    ...(copy && { 'Content-Encoding': copy[0] }),
  }
}
