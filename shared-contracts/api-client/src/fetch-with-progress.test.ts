// @vitest-environment jsdom
import { informationEndpoints } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, configureClient, setActiveAccount } from './call.ts'

// A real loopback server, because the test covers what XMLHttpRequest actually does.
let server: Server
let answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

beforeEach(async () => {
  startI18n('ja')
  document.cookie = 'XSRF-TOKEN=token; path=/'
  setActiveAccount(10)
  server = createServer((request, response) => {
    const cross = { 'access-control-allow-origin': window.origin, 'access-control-allow-credentials': 'true' }
    for (const [name, value] of Object.entries(cross)) response.setHeader(name, value)
    response.setHeader(
      'access-control-allow-headers',
      'content-type,x-xsrf-token,x-account-id,x-contract-version,accept-language,traceparent',
    )
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => answer(request, response, Buffer.concat(parts)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  configureClient({
    apiOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onUnauthenticated: () => {},
    onAccountChanged: () => {},
  })
})
afterEach(async () => {
  configureClient({ apiOrigin: '' })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const file = new File(['%PDF-1.7 内容'], '案内.pdf', { type: 'application/pdf' })
const attach = (progress: [number, number][] = []) =>
  call(informationEndpoints.attach, {
    params: { id: 3 },
    query: { name: file.name },
    file,
    onProgress: (sent, total) => progress.push([sent, total]),
  })

test('sends the file as the body, with the headers of every call, and tells how far it is', async () => {
  let seen: { url: string | undefined; headers: IncomingMessage['headers']; body: Buffer } | undefined
  answer = (request, response, body) => {
    seen = { url: request.url, headers: request.headers, body }
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: { id: 1, name: file.name, content_type: 'application/pdf', size: file.size } }))
  }
  const progress: [number, number][] = []
  expect((await attach(progress)).data.id).toBe(1)
  expect(seen!.url).toBe(`/api/information/3/attachment?name=${encodeURIComponent('案内.pdf')}`)
  expect(seen!.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-xsrf-token': 'token', 'x-account-id': '10' })
  expect(seen!.body.toString()).toBe('%PDF-1.7 内容')
  expect(progress.at(-1)).toEqual([file.size, file.size])
})

test('a refusal is an ApiError as everywhere', async () => {
  answer = (_request, response) => {
    response.writeHead(422, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ code: 'validation_failed', message: '入力内容を確認してください', errors: { file: ['ファイルが壊れています'] } }),
    )
  }
  await expect(attach()).rejects.toMatchObject({ code: 'validation_failed', status: 422, errors: { file: ['ファイルが壊れています'] } })
})

test('no answer is a lost connection', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer = (request) => request.socket.destroy()
  await expect(attach()).rejects.toMatchObject({ code: 'network', status: 0 })
  vi.restoreAllMocks()
})

test('given up by the caller, it ends the request', async () => {
  const stop = new AbortController()
  answer = () => stop.abort()
  const given = call(informationEndpoints.attach, {
    params: { id: 3 },
    query: { name: 'a' },
    file,
    signal: stop.signal,
    onProgress: () => {},
  })
  await expect(given).rejects.toThrow('given up')
})
