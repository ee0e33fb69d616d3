import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOpenPages } from './open-pages.ts'

const metrics = `# HELP adsite_open_pages Open pages
# TYPE adsite_open_pages gauge
adsite_open_pages{unit="shell",build="1.0.0-s"} 12
adsite_open_pages{unit="ad",build="1.0.0-a"} 3
adsite_database_connections{state="idle"} 2
`

let server: Server
let site: string
beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    const mayRead = url === '/metrics' && headers.authorization === 'Bearer secret'
    response.writeHead(mayRead ? 200 : 404).end(mayRead ? metrics : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('reads from the metrics of a site how many open pages run which build', async () => {
  expect(await readOpenPages(site, 'secret')).toEqual([
    { unit: 'shell', build: '1.0.0-s', pages: 12 },
    { unit: 'ad', build: '1.0.0-a', pages: 3 },
  ])
})

it('names what is wrong: the token here, the token there, or the address', async () => {
  await expect(readOpenPages(site, undefined)).rejects.toThrow(/METRICS_TOKEN is not set/u)
  await expect(readOpenPages(site, 'wrong')).rejects.toThrow(/answered 404/u)
  await expect(readOpenPages('http://127.0.0.1:1', 'secret')).rejects.toThrow(/cannot be reached/u)
})
