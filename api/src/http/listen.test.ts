import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { readBytes } from '../call/read-body.ts'
import { RequestError } from '../error/request-error.ts'

let server: Server
let port: number
beforeAll(async () => {
  const app = new Hono()
  app.post('/unread', (c) => c.text('refused', 403))
  app.post('/read', async (c) => {
    await readBytes(c.req.raw, 1000)
    return c.text('taken')
  })
  app.onError((error, c) => c.text('refused', (error as RequestError).code === 'payload_too_large' ? 413 : 408))
  server = await listen(app, 0, '127.0.0.1')
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((done) => server.close(done)))

/** Sends the whole body slowly before reading the answer, as many programs do. */
async function send(path: string, bytes: number): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.pause()
  const failed = new Promise<never>((_, reject) => socket.once('error', reject))
  const piece = Buffer.alloc(65_536)
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`)
  for (let sent = 0; sent < bytes; sent += piece.length) {
    socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    const taken = new Promise((done) => socket.write('\r\n', done))
    await Promise.race([taken, failed])
    await wait(sent % 1_048_576 === 0 ? 120 : 0)
  }
  socket.write('0\r\n\r\n')
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  socket.resume()
  const text = await Promise.race([answer, failed])
  socket.destroy()
  return text.slice(0, 12)
}

test('an idle connection is kept for longer than the minute after which proxies close theirs', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/unread`, { method: 'POST' })
  await answer.text()
  const [, seconds] = /timeout=(\d+)/u.exec(answer.headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
})

test.for([
  ['/read', 413],
  ['/unread', 403],
] as const)('the answer to a refused upload arrives in 20 of 20 tries: %s', async ([path, status]) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(path, 12_000_000)))
  expect(answers).toEqual(answers.map(() => `HTTP/1.1 ${status}`))
})
