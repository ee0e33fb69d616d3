import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { streamText } from 'hono/streaming'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closingServer, listen } from './listen.ts'

let answering: PromiseWithResolvers<void>
let asked: PromiseWithResolvers<void>
let agent: Agent
beforeEach(() => {
  answering = Promise.withResolvers()
  asked = Promise.withResolvers()
  agent = new Agent({ keepAlive: true })
})
afterEach(() => agent.destroy())

async function open() {
  const app = new Hono()
    .get('/quick', (c) => c.text('quick'))
    .get('/slow', async (c) => {
      asked.resolve()
      await answering.promise
      return c.text('slow')
    })
    .get('/begun', (c) =>
      streamText(c, async (stream) => {
        await stream.write('begun')
        await answering.promise
        await stream.write(' and ended')
      }),
    )
  const server = await listen(app, 0, '127.0.0.1')
  const close = closingServer(server)
  const { port } = server.address() as AddressInfo
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path, host: '127.0.0.1', agent }, resolve).once('error', reject)
    })
  return { close, ask }
}

/** Longer than a test may take: what is left open fails it. */
const never = 3_600_000

test('a server that is closed ends with the answers that it owes, whatever connections their clients keep', async () => {
  const { close, ask } = await open()
  expect(await text(await ask('/quick'))).toBe('quick')
  const slow = ask('/slow')
  await asked.promise
  const begun = await ask('/begun')
  expect(begun.headers.connection).not.toBe('close')
  const closed = close(never)
  answering.resolve()
  const answer = await slow
  expect(answer.headers.connection).toBe('close')
  expect([await text(answer), await text(begun)]).toEqual(['slow', 'begun and ended'])
  await closed
  agent.destroy()
  await expect(ask('/quick')).rejects.toThrow('ECONNREFUSED')
})

test('an answer that does not end is cut off after the limit', async () => {
  const { close, ask } = await open()
  const begun = await ask('/begun')
  await close(1)
  await expect(text(begun)).rejects.toThrow('aborted')
})
