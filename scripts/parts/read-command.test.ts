import { keysOf } from '@adsite/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commonSettings, parts } from './parts.ts'
import { readCommand } from './read-command.ts'
import { settingNames } from './settings.ts'

const complete = {
  DATABASE_URL: 'postgres://adsite@10.0.0.21/adsite',
  REGISTRY: '/srv/registry',
  SITE_URL: 'https://ads.example',
  UPLOADS: '/srv/uploads',
  API_URL: 'http://10.0.0.11:8080',
}

describe('the command line of a part', () => {
  test.for([
    [[], {}, 'No part is named: name one of api, worker, gateway, migrate.'],
    [['site'], {}, 'There is no part "site": name one of'],
    [['toString'], {}, 'There is no part "toString"'],
    [['api', 'worker'], {}, 'start api and worker each by itself'],
    [['--port', '80'], {}, "Unknown option '--port'"],
    [['gateway'], { DATABASE_URL: '', API_URL: undefined }, 'without these settings of the environment:\n  DATABASE_URL'],
    [['gateway'], { API_URL: 'api:8080' }, 'API_URL is "api:8080": set it to an address that begins with'],
    [['worker'], { RELEASE_WATCH_SECONDS: 'often' }, 'RELEASE_WATCH_SECONDS is "often"'],
    [['api'], { METRICS_PORT: '8080' }, 'METRICS_PORT is 8080, as PORT is'],
    [['api'], { METRICS_PORT: 'on' }, 'METRICS_PORT is "on": set it to a number'],
    [['api'], { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318"'],
    [['api'], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.31:4318', OTEL_TRACES_SAMPLER_ARG: '10%' }, 'a number from 0 to 1'],
    [['api'], { PORT: '0' }, 'PORT is "0": set it to a number from 1 to 65535'],
    [['api'], { SITE_URL: 'ads.example' }, 'SITE_URL is "ads.example"'],
    [['worker'], { SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing'],
  ] as const)('%j with %j is refused, and says what to do', ([args, settings, words]) => {
    expect(() => readCommand(args, { ...complete, ...settings })).toThrow(words)
  })

  test.for(keysOf(parts))('%s starts with what it needs alone, and --help tells all that it reads', (name) => {
    const { needs, reads } = parts[name]
    const needed = Object.fromEntries(needs.map((setting) => [setting, Object.entries(complete).find(([key]) => key === setting)?.[1]]))
    expect(readCommand([name], { ...needed })).toMatchObject({ name })
    const command = readCommand([name, '--help'], {})
    const help = 'help' in command ? command.help : ''
    expect(help).toMatch(/Needed:\n {2}DATABASE_URL [^]*Optional:\n/u)
    for (const setting of [...needs, ...reads]) expect(help).toContain(`\n  ${setting} `)
  })

  test('every setting is read by some part, and is in the README', () => {
    const read = new Set([...commonSettings, ...Object.values(parts).flatMap(({ needs, reads }) => [...needs, ...reads])])
    expect(read).toEqual(new Set(keysOf(settingNames)))
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    expect(keysOf(settingNames).filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  })
})
