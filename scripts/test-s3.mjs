#!/usr/bin/env node
// npm run test:s3: runs the storage tests of registry and uploads against a real store, Ceph's S3 gateway on loopback.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needProgram } from './machine/system-package.mjs'
import { endChildren, environment, interrupt, main, Problem, root, run, stay, step } from './machine/tools.mjs'

const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']
const bucket = 'registry'
const accessKeyId = 'AKIATEST'
const secretAccessKey = 'secrettest'

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** A cluster with one monitor and one object store, in memory, on loopback only. */
function writeConfiguration(place, monitor, gateway) {
  const lines = {
    fsid: randomUUID(),
    mon_initial_members: 'a',
    mon_host: `[v2:127.0.0.1:${monitor}]`,
    public_network: '127.0.0.0/8',
    auth_cluster_required: 'none',
    auth_service_required: 'none',
    auth_client_required: 'none',
    // The gateway would otherwise require encryption, which does not exist without authentication.
    ms_mon_client_mode: 'crc',
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 1,
    osd_pool_default_pgp_num: 1,
    mon_allow_pool_size_one: true,
    mon_max_pg_per_osd: 1000,
    osd_crush_chooseleaf_type: 0,
    osd_objectstore: 'memstore',
    mon_data: join(place, 'mon'),
    osd_data: join(place, 'osd'),
    rgw_data: join(place, 'rgw'),
    rgw_frontends: `beast endpoint=127.0.0.1:${gateway}`,
    run_dir: join(place, 'run'),
    admin_socket: join(place, 'run', '$name.asok'),
    log_file: join(place, '$name.log'),
    keyring: join(place, 'keyring'),
  }
  const text = ['[global]', ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`), ''].join('\n')
  for (const folder of ['mon', 'osd', 'rgw', 'run']) mkdirSync(join(place, folder))
  writeFileSync(join(place, 'ceph.conf'), text)
  writeFileSync(join(place, 'keyring'), '')
  return lines.fsid
}

async function must(program, args) {
  const { code, output } = await run(program, args)
  if (code !== 0) throw new Problem(`${program} ${args.join(' ')} failed:\n${output.trim()}`)
  return output
}

async function untilAnswering(url) {
  for (let attempt = 0; attempt < 120; attempt++) {
    if (await fetch(url).catch(() => null)) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Problem(`The store did not answer on ${url} within a minute.`)
}

async function createBucket(address) {
  const { AwsClient } = createRequire(join(root, 'release', 'package.json'))('aws4fetch')
  const client = new AwsClient({ accessKeyId, secretAccessKey, region: 'us-east-1', service: 's3' })
  const answer = await client.fetch(address, { method: 'PUT' })
  if (!answer.ok) throw new Problem(`The store answered ${answer.status} to the creation of the bucket.`)
}

await main(async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupt()
      endChildren('SIGTERM')
    })
  }
  for (const program of ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph']) await needProgram(program, packages)
  const place = mkdtempSync(join(tmpdir(), 'adsite-ceph-'))
  try {
    const started = step('Starting a Ceph cluster')
    const [monitor, gateway] = [await freePort(), await freePort()]
    const fsid = writeConfiguration(place, monitor, gateway)
    const configured = ['-c', join(place, 'ceph.conf')]
    const map = join(place, 'monmap')
    const osd = randomUUID()
    await must('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map])
    await must('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map, ...configured])
    stay('ceph-mon', ['-i', 'a', '-f', ...configured])
    await must('ceph', ['--connect-timeout', '30', ...configured, 'osd', 'new', osd, '0'])
    await must('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osd, ...configured])
    stay('ceph-osd', ['-i', '0', '-f', ...configured])
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
    await must('radosgw-admin', [...configured, '-n', 'client.rgw', 'user', 'create', '--uid', 'test', '--display-name', 'test', ...keys])
    stay('radosgw', ['-n', 'client.rgw', '-f', ...configured])
    const endpoint = `http://127.0.0.1:${gateway}`
    await untilAnswering(endpoint)
    await createBucket(`${endpoint}/${bucket}`)
    started()
    const env = {
      ...environment,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_ENDPOINT_URL_S3: endpoint,
      S3_TEST_BUCKET: bucket,
    }
    process.stdout.write(await must('radosgw', ['--version']))
    const { code } = await run('vitest', ['run', '--config', 'vitest.s3.config.ts'], { cwd: root, env, show: true })
    process.exitCode = code
  } finally {
    endChildren('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
})
