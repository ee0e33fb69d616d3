import { expect, test } from 'vitest'
import { configurationOf, rendered, settingsOf } from './configuration.ts'

const place = { network: '127.20.7.', programs: '/opt/postgresql/bin' }
const db2 = { name: 'db2', address: '10.0.0.22', directory: '/tmp/test/db2' }
const app1 = { name: 'app1', address: '10.0.0.11', directory: '/tmp/test/app1' }

test('an environment file becomes that of the machine, and the list of all machines stays', async () => {
  const etcd = settingsOf(await configurationOf('etcd.env', db2, place))
  expect(etcd).toMatchObject({
    ETCD_NAME: 'db2',
    ETCD_DATA_DIR: '/tmp/test/db2/var/lib/etcd/adsite',
    ETCD_LISTEN_CLIENT_URLS: 'http://127.20.7.22:2379',
    ETCD_ENABLE_V2: 'true',
    ETCD_INITIAL_CLUSTER: 'db1=http://127.20.7.21:2380,db2=http://127.20.7.22:2380,db3=http://127.20.7.23:2380',
  })
  expect(settingsOf(await configurationOf('patroni.env', db2, place))).toMatchObject({
    PATRONI_NAME: 'db2',
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: '127.20.7.22:5432',
  })
})

test('what a machine keeps to itself gets its own address, since all machines are this one', async () => {
  expect(settingsOf(await configurationOf('adsite.env', app1, place))).toEqual({
    DATABASE_URL: 'postgres://adsite:password-of-adsite@127.20.7.11:6432/adsite',
    DATABASE_DIRECT_URL: 'postgres://adsite:password-of-adsite@127.20.7.11:5000/adsite',
  })
  expect(rendered('host all all 10.0.0.0/24 scram', db2, place)).toBe('host all all 127.0.0.0/8 scram')
})

test.for(['patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', 'etcd.env', 'patroni.env', 'adsite.env', 'userlist.txt'])(
  'of %s nothing leads out of the test',
  async (file) => {
    const text = (await configurationOf(file, db2, place)).replaceAll(/^\s*[#;].*$/gmu, '')
    expect(text).not.toMatch(/10\.0\.0\.|(?<![\w.])\/(?:etc|run|var|usr)\//u)
  },
)
