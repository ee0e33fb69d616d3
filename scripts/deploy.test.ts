import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isKeyOf, keysOf } from '@adsite/contract'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commonSettings, parts, servingParts } from './parts/parts.ts'

const deploy = join(import.meta.dirname, '../deploy')
const read = (...path: string[]) => readFileSync(join(deploy, ...path), 'utf8')
const names = keysOf(parts)
const texts = v.record(v.string(), v.string())

/** What starts a process somewhere, and with which settings. */
interface Start {
  readonly part: string
  readonly settings: readonly string[]
}

/** Settings that the storage reads by itself. */
const ofStorage = /^(?:AWS_|NODE_ENV$)/u

/** What is wrong with the starts of all parts. */
function faultsOf(starts: readonly Start[]): string[] {
  const known = new Set<string>([...commonSettings, ...Object.values(parts).flatMap(({ needs, reads }) => [...needs, ...reads])])
  const started = starts.map(({ part }) => part)
  const each = starts.flatMap(({ part, settings }) => {
    const { needs } = isKeyOf(parts, part) ? parts[part] : { needs: [] }
    const missing = needs.filter((name) => !settings.includes(name)).map((name) => `${part} lacks ${name}`)
    return [...missing, ...settings.filter((name) => !known.has(name) && !ofStorage.test(name)).map((name) => `${part} knows no ${name}`)]
  })
  return [
    ...names.filter((name) => !started.includes(name)).map((name) => `${name} is not started`),
    ...started.filter((name) => !isKeyOf(parts, name)).map((name) => `there is no part ${name}`),
    ...each,
  ]
}

test('compose starts every part, with what it needs, and asks each that serves whether it is ready', () => {
  const service = v.object({
    command: v.optional(v.tuple([v.string()])),
    environment: v.optional(texts),
    healthcheck: v.optional(v.object({ test: v.array(v.string()) })),
    ports: v.optional(v.array(v.string()), []),
  })
  const { services } = v.parse(v.object({ services: v.record(v.string(), service) }), parse(read('compose.yaml'), { merge: true }))
  const ours = Object.values(services).flatMap(({ command, environment = {}, healthcheck }) =>
    command ? [{ part: command[0], settings: Object.keys(environment), healthcheck }] : [],
  )
  expect(faultsOf(ours)).toEqual([])
  // Pages and calls are published, metrics are not.
  expect(Object.values(services).flatMap(({ ports }) => ports)).toEqual(['127.0.0.1:8080:8080'])
  for (const { part, healthcheck } of ours)
    expect(healthcheck?.test.join(' ').includes('/readyz') ?? false, part).toBe(isKeyOf(servingParts, part))
})

describe('Kubernetes', () => {
  const path = (of: string) => v.object({ httpGet: v.object({ path: v.literal(of), port: v.literal('http') }) })
  const container = v.object({
    args: v.tuple([v.string()]),
    env: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
    envFrom: v.tuple([
      v.object({ configMapRef: v.object({ name: v.literal('adsite') }) }),
      v.object({ secretRef: v.object({ name: v.literal('adsite') }) }),
    ]),
    livenessProbe: v.optional(path('/healthz')),
    readinessProbe: v.optional(path('/readyz')),
    ports: v.optional(v.array(v.object({ name: v.string(), containerPort: v.number() })), []),
    securityContext: v.object({ readOnlyRootFilesystem: v.literal(true), allowPrivilegeEscalation: v.literal(false) }),
  })
  const workload = v.object({
    kind: v.picklist(['Deployment', 'Job']),
    spec: v.object({
      template: v.object({
        spec: v.object({ securityContext: v.object({ runAsNonRoot: v.literal(true) }), containers: v.tuple([container]) }),
      }),
    }),
  })
  const shared = v.object({ kind: v.picklist(['ConfigMap', 'Secret']), data: v.optional(texts, {}), stringData: v.optional(texts, {}) })
  const documents = readdirSync(join(deploy, 'kubernetes')).flatMap((file) =>
    parseAllDocuments(read('kubernetes', file)).map((document): unknown => {
      if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`)
      return document.toJS()
    }),
  )
  const settings = documents.flatMap((document) => {
    const parsed = v.safeParse(shared, document)
    return parsed.success ? Object.keys({ ...parsed.output.data, ...parsed.output.stringData }) : []
  })
  const containersOf = () =>
    documents.flatMap((document) => {
      const isWorkload = v.safeParse(v.object({ kind: v.picklist(['Deployment', 'Job']) }), document).success
      return isWorkload ? v.parse(workload, document).spec.template.spec.containers : []
    })

  test('starts every part with what it needs', () => {
    const starts = containersOf().map(({ args, env }) => ({ part: args[0], settings: [...settings, ...env.map(({ name }) => name)] }))
    expect(faultsOf(starts)).toEqual([])
  })

  test('has the metrics of each part that serves on a port that no service leads to', () => {
    const [port] = documents.flatMap((document) => {
      const parsed = v.safeParse(v.object({ data: v.object({ METRICS_PORT: v.string() }) }), document)
      return parsed.success ? [Number(parsed.output.data.METRICS_PORT)] : []
    })
    for (const { args, ports } of containersOf()) {
      const serving = [
        { name: 'http', containerPort: 8080 },
        { name: 'metrics', containerPort: port },
      ]
      expect(ports, args[0]).toEqual(isKeyOf(servingParts, args[0]) ? serving : [])
    }
    const service = v.object({ kind: v.literal('Service'), spec: v.object({ ports: v.array(v.object({ targetPort: v.string() })) }) })
    const targets = documents.flatMap((document) => {
      const parsed = v.safeParse(service, document)
      return parsed.success ? parsed.output.spec.ports.map(({ targetPort }) => targetPort) : []
    })
    expect([...new Set(targets)]).toEqual(['http'])
  })

  test('asks each part that serves whether it is alive and ready', () => {
    for (const { args, livenessProbe, readinessProbe } of containersOf()) {
      const serves = isKeyOf(servingParts, args[0])
      expect([livenessProbe !== undefined, readinessProbe !== undefined], args[0]).toEqual([serves, serves])
    }
  })
})

test('systemd starts every part, with what it needs and a port of its own for calls and for metrics', () => {
  const ports: string[] = []
  const starts = readdirSync(join(deploy, 'systemd')).map((file): Start => {
    const unit = read('systemd', file)
    const own = [...unit.matchAll(/^Environment=(.*)$/gmu)].flatMap(([, line = '']) =>
      line.split(' ').map((setting) => setting.split('=')[0] ?? ''),
    )
    const told = /^# (.*); readable by root alone\.$/mu.exec(unit)?.[1]?.split(', ') ?? []
    const part = /^ExecStart=\S+\/node scripts\/part\.ts (\S+)$/mu.exec(unit)?.[1] ?? ''
    expect(file).toBe(`adsite-${part}.service`)
    ports.push(...[...unit.matchAll(/\b(?:METRICS_)?PORT=(\d+)/gu)].map(([, port = '']) => port))
    return { part, settings: [...own, ...told] }
  })
  expect(faultsOf(starts)).toEqual([])
  // They run on one machine: two for each part that serves, and none twice.
  expect([ports.length, new Set(ports).size]).toEqual([6, 6])
})

test('the image starts the command of the parts, as a user of no rights', () => {
  const image = read('Containerfile')
  expect(image).toContain('ENTRYPOINT ["/opt/adsite/bin/node", "scripts/part.ts"]')
  expect(image).toMatch(/^USER 65532:65532$/mu)
})
