import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMeasured, withMeasured } from './measured.ts'
import type { UnitStatus } from './status.ts'

const metrics = `# HELP adsite_open_pages Open pages
# TYPE adsite_open_pages gauge
adsite_open_pages{unit="shell",build="1.0.0-s"} 12
adsite_open_pages{unit="ad",build="1.0.0-a"} 3
adsite_web_vital_p75{unit="ad",build="1.0.0-a",name="LCP"} 1240.5
adsite_web_vital_p75{unit="ad",build="1.0.0-a",name="CLS"} 1e-7
adsite_database_connections{state="idle"} 2
`

let server: Server
let site: string
beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    if (headers.authorization !== 'Bearer secret') response.writeHead(401).end()
    else response.writeHead(url === '/metrics' ? 200 : 404).end(metrics)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('reads from the metrics of a site how many open pages run which build, and how fast they are', async () => {
  expect(await readMeasured(site, 'secret')).toEqual({
    open: [
      { unit: 'shell', build: '1.0.0-s', pages: 12 },
      { unit: 'ad', build: '1.0.0-a', pages: 3 },
    ],
    vitals: [
      { unit: 'ad', build: '1.0.0-a', name: 'LCP', p75: 1240.5 },
      { unit: 'ad', build: '1.0.0-a', name: 'CLS', p75: 1e-7 },
    ],
  })
})

it('names what is wrong: the token, the address, or the process', async () => {
  await expect(readMeasured(site, undefined)).rejects.toThrow(/METRICS_TOKEN is not set/u)
  await expect(readMeasured(site, 'wrong')).rejects.toThrow(/METRICS_TOKEN is wrong/u)
  await expect(readMeasured('http://127.0.0.1:1', 'secret')).rejects.toThrow(
    /http:\/\/127\.0\.0\.1:1 does not answer \(.*\)\. Give the address of METRICS_PORT/u,
  )
  const other = createServer((_, response) => void response.end('adsite_database_connections{state="idle"} 2\n'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  await expect(readMeasured(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, undefined)).rejects.toThrow(/of the worker/u)
  other.close()
})

it('puts to each unit what runs of it, and nothing of a unit with a longer name', () => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the rest of a status does not matter here
  const units = ['ad', 'ads', 'md'].map((unit) => ({ unit }) as UnitStatus)
  const open = [
    { unit: 'ads', build: '1.0.0-b', pages: 2 },
    { unit: 'ad', build: '1.0.0-a', pages: 3 },
  ]
  const vitals = [{ unit: 'ads', build: '1.0.0-b', name: 'LCP', p75: 900 }]
  expect(withMeasured(units, { open, vitals })).toEqual([
    { unit: 'ad', open: [{ build: '1.0.0-a', pages: 3 }], vitals: [] },
    { unit: 'ads', open: [{ build: '1.0.0-b', pages: 2 }], vitals: [{ build: '1.0.0-b', name: 'LCP', p75: 900 }] },
    { unit: 'md', open: [], vitals: [] },
  ])
})
