import { openBenchDatabase } from './database.ts'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { spawn, execFileSync } from 'node:child_process'
const db = await openBenchDatabase()
const id = db.parties.advertiser.accountId
const ads = (await db.pool.query('select c.name as campaign, a.name as ad from ads a join campaigns c on c.advertiser_account_id = a.advertiser_account_id and c.id = a.campaign_id where a.advertiser_account_id = $1 order by a.id limit 5000', [id])).rows
const frames = (await db.pool.query('select code from frames order by id limit 1000')).rows
const file = '/tmp/ten.csv'
const pad = 'https://lp.example/campaign/landing?utm_source=network&utm_medium=display&utm_content=' + 'x'.repeat(300)
const out = createWriteStream(file, { highWaterMark: 1 << 22 })
out.write('day,campaign,ad,frame,device,prefecture,imps,clicks,cv_click,cv_view,requests,measured,viewable,gross,media_cost,line,landing\n')
let bytes = 0, lines = 0
const days = Array.from({ length: 28 }, (_, at) => new Date(Date.parse(db.lastDay) - at * 86_400_000).toISOString().slice(0, 10))
while (bytes < 10_000_000_000) {
  let block = ''
  for (let k = 0; k < 5000; k++) {
    const n = lines++
    const ad = ads[(n * 7) % ads.length]!, imps = 100 + ((n * 31) % 9000)
    block += `${days[n % 28]},${ad.campaign},${ad.ad},${frames[(n * 13) % frames.length]!.code},${n % 3 ? 'SP' : 'PC'},${String(1 + (n % 47)).padStart(2, '0')},${imps},${imps % 90},${imps % 7},${imps % 3},${imps + 50},${imps - 10},${imps >> 1},${imps}.5,${imps >> 1}.25,${n},${pad}\n`
  }
  bytes += Buffer.byteLength(block)
  if (!out.write(block)) await once(out, 'drain')
}
out.end(); await once(out, 'close')
console.log('file', bytes, 'lines', lines, new Date().toISOString())
const child = spawn(process.execPath, ['api/src/cli/ingest.ts', file, '--advertiser', String(id), '--source', 'ten', '--json'], { env: { ...process.env, DATABASE_URL: db.url }, stdio: ['ignore', 'pipe', 'pipe'] })
child.stdout.on('data', (d) => process.stdout.write(d)); child.stderr.on('data', () => {})
const began = Date.now(); const samples: number[] = []
const t = setInterval(() => { try { samples.push(Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1024)) } catch {} ; if (samples.length % 15 === 0) console.log(((Date.now() - began) / 1000).toFixed(0), 's', samples.slice(-15).join(' ')) }, 2000)
const [code] = await once(child, 'close'); clearInterval(t)
console.log('code', code, 'seconds', (Date.now() - began) / 1000, 'rss min/max', Math.min(...samples), Math.max(...samples))
console.log((await db.pool.query('select count(*), sum(imps) from delivery_facts where delivery_file_id = (select max(id) from delivery_files)')).rows)
await db.close()
