import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestApi, type TestApi } from '@adsite/api/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { parse } from 'yaml'
import { measureGateway } from './parts/measure-gateway.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const alert = v.object({
  alert: v.string(),
  expr: v.string(),
  labels: v.strictObject({ severity: v.picklist(['page', 'ticket']) }),
  annotations: v.strictObject({ summary: v.string() }),
})
const alerts = v.parse(v.object({ groups: v.tuple([v.object({ rules: v.array(alert) })]) }), parse(read('deploy/observability/alerts.yml')))
  .groups[0].rules
const panel = v.object({
  title: v.string(),
  description: v.optional(v.string(), ''),
  targets: v.optional(v.array(v.object({ expr: v.string() })), []),
})
const { panels } = v.parse(v.object({ panels: v.array(panel) }), JSON.parse(read('deploy/observability/dashboard.json')))

/** Labels that Prometheus adds: where it reads a metric, the bounds of a histogram, and what prometheus.yml says. */
const added = ['job', 'instance', 'part', 'le']

let api: TestApi
/** The labels of each metric that a process with all parts exports. */
const exported = new Map<string, readonly string[]>()
beforeAll(async () => {
  api = await startTestApi()
  const { register } = api.api.metrics
  measureGateway({ figures: () => ({ streams: 0, registryAge: 1, builds: {} }) }, register)
  for (const metric of register.getMetricsAsArray()) {
    const { name } = metric
    const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : []
    exported.set(name, labels)
    if (String(metric.type) === 'histogram') for (const ending of ['bucket', 'count', 'sum']) exported.set(`${name}_${ending}`, labels)
  }
})
afterAll(() => api.close())

/** What is wrong with the metrics of an expression. `up` is Prometheus's own. */
function faultsOf(expression: string): string[] {
  const names = expression.match(/\b(?:adsite|nodejs|process)_\w+/gu) ?? []
  const unknown = names.filter((name) => !exported.has(name)).map((name) => `there is no ${name}`)
  const selected = [...expression.matchAll(/\b((?:adsite|nodejs|process)_\w+)\{([^}]*)\}/gu)].flatMap(([, name = '', selectors = '']) =>
    [...selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/gu)]
      .map(([, label = '']) => label)
      .filter((label) => ![...(exported.get(name) ?? []), ...added].includes(label))
      .map((label) => `${name} has no ${label}`),
  )
  return [...unknown, ...selected]
}

const isOf = (text: string) => /\b(?:adsite|nodejs|process)_|\bup\{/u.test(text)

describe('alerts', () => {
  test('use what the code exports', () => {
    expect(alerts.filter(({ expr }) => !isOf(expr))).toEqual([])
    expect(alerts.flatMap(({ alert: name, expr }) => faultsOf(expr).map((fault) => `${name}: ${fault}`))).toEqual([])
  })

  test('have a section of the runbooks each, that says what it means, how to look and what to do', () => {
    const [, ...sections] = read('docs/operations/runbooks.md').split(/^## /mu)
    expect(sections.map((section) => section.split('\n')[0])).toEqual(alerts.map(({ alert: name }) => name))
    for (const section of sections) expect(section).toMatch(/^\w+\n\n[A-Z].*\n\n- Look: .*\n- Do: /u)
  })

  test('of repeated work name all of it', () => {
    const [, section = ''] = read('docs/operations/runbooks.md').split('## AdsiteWorkFails')
    const [, named = ''] = /`work` names it: (.*)\./u.exec(section) ?? []
    const sources = ['api/src/app/housekeeping.ts', 'scripts/parts/worker-part.ts'].map(read).join('')
    const repeated = [...sources.matchAll(/name: '([a-z ]+)',\s+seconds/gu)].map(([, name]) => name)
    expect(repeated.length).toBeGreaterThan(5)
    expect(named.split(', ').toSorted()).toEqual(repeated.map((name) => `\`${name}\``).toSorted())
  })

  test('are tried: each fires once where it should, and is silent on a site that is well', () => {
    const trial = v.object({ eval_time: v.string(), alertname: v.string(), exp_alerts: v.optional(v.array(v.unknown()), []) })
    const trials = v
      .parse(
        v.object({ tests: v.array(v.object({ alert_rule_test: v.array(trial) })) }),
        parse(read('deploy/observability/alerts.test.yml')),
      )
      .tests.flatMap((of) => of.alert_rule_test)
    const names = alerts.map(({ alert: name }) => name).toSorted()
    const ofKind = (fires: boolean) => trials.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname)
    expect(ofKind(true).toSorted()).toEqual(names)
    expect(ofKind(false).toSorted()).toEqual(names)
  })
})

describe('the dashboard', () => {
  test('uses what the code exports', () => {
    const expressions = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
    expect(expressions.length).toBeGreaterThan(30)
    expect(expressions.filter(({ expr }) => !isOf(expr))).toEqual([])
    expect(expressions.flatMap(({ title, expr }) => faultsOf(expr).map((fault) => `${title}: ${fault}`))).toEqual([])
  })

  test('names alerts that there are', () => {
    const names = new Set(alerts.map(({ alert: name }) => name))
    const named = panels.flatMap(({ description }) => description.match(/\bAdsite\w+/gu) ?? [])
    expect(named.filter((name) => !names.has(name))).toEqual([])
  })
})

test('the guide lists every metric of the site, and no other', () => {
  const listed = [...read('docs/operations/observability.md').matchAll(/^\| `(adsite_\w+)`/gmu)].map(([, name = '']) => name)
  const own = [...exported.keys()].filter((name) => name.startsWith('adsite_') && !/_seconds_(?:bucket|count|sum)$/u.test(name))
  expect(listed.toSorted()).toEqual(own.toSorted())
})

test('expressions with a metric or a label that is not there are found', () => {
  expect(faultsOf('sum(adsite_nothing)')).toEqual(['there is no adsite_nothing'])
  expect(faultsOf('adsite_check{instance="a",colour="red"}')).toEqual(['adsite_check has no colour'])
})
