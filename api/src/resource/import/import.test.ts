import { endpoints, type ImportResult } from '@adsite/contract'
import { and, eq, like } from 'drizzle-orm'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog, companies, frames, spaces, users } from '../../db/schema.ts'
import { named } from '../../db/schema/common.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'

const { company, frame, medium, product } = endpoints
type Importable = typeof company | typeof frame | typeof medium | typeof product

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

interface Answer extends ImportResult {
  readonly status: number
  readonly headFaults?: Record<string, string[]>
}

interface How {
  readonly commit?: boolean
  readonly partial?: boolean
  readonly client?: TestClient
  readonly headers?: Record<string, string>
  /** Of the answer of an earlier check. */
  readonly checked?: string | undefined
}

async function send(
  endpoint: Importable,
  content: string | Uint8Array,
  { commit = false, partial = false, client = admin, headers = {}, checked }: How = {},
): Promise<Answer> {
  const response = await client.call(endpoint.import, {
    query: { ...(commit ? { commit: 'true' } : {}), ...(partial ? { partial: 'true' } : {}), ...(checked ? { checked } : {}) },
    body: content,
    headers: { 'Content-Type': 'text/csv', ...headers },
  })
  const answer = (await response.json()) as { data?: ImportResult; errors?: Record<string, string[]> }
  return { status: response.status, ...(answer.data as ImportResult), ...(answer.errors ? { headFaults: answer.errors } : {}) }
}

const head = '企業名,法人格,郵便番号,都道府県,市区町村,町名・番地,電話番号,支払方法,与信枠'
const line = (name: string, more = '株式会社,１５００００１,東京都,渋谷区,神宮前1-1,03-1234-5678,請求書払い,"10,000"') => `${name},${more}`
const file = (...lines: string[]) => [head, ...lines].join('\r\n')
const named_ = async (pattern: string) => api.db.select().from(companies).where(like(companies.name, pattern)).orderBy(companies.id)

const exported = async (endpoint: Importable, query: Record<string, string>) =>
  Buffer.from(await (await admin.call(endpoint.export, { query })).arrayBuffer())

describe('creating', () => {
  test('a preview says what it would do and does nothing; the commit does it, and the history says how', async () => {
    const content = file(line('取込 一'), line("'=取込 二"))
    const counts = { create: 2, update: 0, unchanged: 0, conflict: 0, refused: 0, errors: [], error_count: 0, warnings: [], ignored: [] }
    expect(await send(company, content)).toMatchObject({ status: 200, committed: false, ...counts })
    expect(await named_('%取込%')).toEqual([])
    expect(await send(company, content, { commit: true })).toMatchObject({ status: 200, committed: true, ...counts, refused_file: null })
    const rows = await named_('%取込%')
    expect(rows).toMatchObject([
      { name: '取込 一', zip: '150-0001', prefecture: '13', phone: '0312345678', payment_type: 'INVOICE', credit_limit: '10000.000000' },
      { name: '=取込 二', name_norm: '=取込二' },
    ])
    const log = await api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'company'), eq(auditLog.entity_id, rows[0]!.id)))
    expect(log).toMatchObject([{ action: 'create', source: 'import', user_id: api.fixtures.a.users.admin }])
  })

  test('every line that is wrong is named, with its column; nothing of the file is taken', async () => {
    const content = file(line('正しい'), line('誤り', 'なし,123,東京都,渋谷区,1-1,abc,請求書払い,10500'), '', line('"改\n行"'), line(''))
    const answer = await send(company, content, { commit: true })
    expect(answer).toMatchObject({ status: 200, committed: false, create: 2, error_count: 5 })
    expect(answer.errors.map(({ line: at, field, column }) => [at, field, column])).toEqual([
      [3, 'enterprise_type', '法人格'],
      [3, 'zip', '郵便番号'],
      [3, 'phone', '電話番号'],
      [3, 'credit_limit', '与信枠'],
      [7, 'name', '企業名'],
    ])
    expect(answer.errors[1]!.message).toBe('郵便番号はXXX-XXXXの形式で入力してください。')
    expect(await named_('正しい')).toEqual([])
  })

  test('what only the database sees is an error of its line too', async () => {
    const number = '5010001008846'
    const content = [`法人番号,${head}`, `${number},${line('番号 一')}`, `${number},${line('番号 二')}`].join('\n')
    const answer = await send(company, content)
    expect(answer.errors).toEqual([{ line: 3, field: 'corporate_number', column: '法人番号', message: 'すでに登録されています。' }])
    expect(await send(company, content, { commit: true })).toMatchObject({ committed: false })
    expect(await named_('番号%')).toEqual([])
  })

  test('the same file under the same key is taken once', async () => {
    const options = { commit: true, headers: { 'Idempotency-Key': 'import-of-one-company' } }
    const first = await send(company, file(line('一度だけ')), options)
    expect(await send(company, file(line('一度だけ')), options)).toEqual(first)
    expect(await named_('一度だけ')).toHaveLength(1)
    // Taking the good lines alone is another request.
    expect(await send(company, file(line('一度だけ')), { ...options, partial: true })).toMatchObject({ status: 422 })
  })
})

describe('a file that is chosen again', () => {
  const userName = async (id: number) => (await api.db.select().from(users).where(eq(users.id, id)))[0]!.name

  test('is told who imported it, when, and how many records it created, by its content and only within the account', async () => {
    const content = file(line('再度 一'), line('再度 二'))
    expect(await send(company, content)).toMatchObject({ create: 2, earlier: null })
    expect(await send(company, content, { commit: true })).toMatchObject({ committed: true, earlier: null })
    const [{ created_at: at } = { created_at: null }] = await named_('再度%')
    const by = await userName(api.fixtures.a.users.admin)
    const again = await send(company, content)
    expect(again).toMatchObject({ committed: false, create: 2, earlier: { at: at!.toISOString(), by, created: 2 } })
    // It can be imported all the same, and the last import counts.
    expect(await send(company, content, { commit: true, checked: again.checked })).toMatchObject({
      committed: true,
      earlier: again.earlier,
    })
    const { earlier } = await send(company, content)
    expect(earlier!.at > again.earlier!.at).toBe(true)
    expect(await send(company, `${content}\r\n`)).toMatchObject({ earlier: null })
    expect(await send(company, content, { client: await api.signIn('admin', 'b') })).toMatchObject({ create: 2, earlier: null })
  })

  test('counts where it created records alone, and those that it created', async () => {
    const half = file(line('片方 一'), line('片方 二', 'なし,123,東京都,渋谷区,1-1,abc,請求書払い,10500'))
    expect(await send(company, half, { commit: true })).toMatchObject({ committed: false, create: 1 })
    expect(await send(company, half)).toMatchObject({ earlier: null })
    expect(await send(company, half, { commit: true, partial: true })).toMatchObject({ committed: true, create: 1 })
    expect(await send(company, half)).toMatchObject({ earlier: { created: 1 } })
    const { id } = (await named_('片方 一'))[0]!
    const change = `ID,市区町村\n${id},港区`
    expect(await send(company, change, { commit: true })).toMatchObject({ committed: true, update: 1 })
    expect(await send(company, change)).toMatchObject({ unchanged: 1, earlier: null })
  })

  test('is not imported unseen where somebody has imported it since the check', async () => {
    const content = file(line('先を越された'))
    const { checked } = await send(company, content)
    expect(await send(company, content, { commit: true, checked })).toMatchObject({ committed: true })
    const again = await send(company, content, { commit: true, checked })
    expect(again).toMatchObject({ committed: false, outdated: true, create: 1, earlier: { created: 1 } })
    expect(await named_('先を越された')).toHaveLength(1)
    expect(await send(company, content, { commit: true, checked: again.checked })).toMatchObject({ committed: true, outdated: false })
  })
})

describe('changing', () => {
  async function newCompany(name: string): Promise<number> {
    const base = { enterprise_type: 'GODO', zip: '100-0001', prefecture: '13', city: '千代田区', street1: '1', phone: '0312345678' }
    const values = { ...base, ...named(name), payment_type: 'PREPAY', credit_limit: '3000' }
    return (await api.db.insert(companies).values(values).returning())[0]!.id
  }

  test('cells that differ, and nothing else; empty ones empty the field', async () => {
    const [first, second] = [await newCompany('変更 一'), await newCompany('変更 二')]
    await api.db.update(companies).set({ building: 'ビル' }).where(eq(companies.id, first))
    const content = ['id,version,building,city', `${first},1,,港区`, `${second},1,,千代田区`].join('\n')
    expect(await send(company, content, { commit: true })).toMatchObject({ committed: true, create: 0, update: 1, unchanged: 1 })
    expect(await named_('変更%')).toMatchObject([
      { building: null, city: '港区', version: 2 },
      { city: '千代田区', version: 1 },
    ])
  })

  describe('what somebody else has changed since the check', () => {
    const save = async (id: number, body: object) => {
      const { data } = (await (await admin.call(company.get, { params: { id } })).json()) as { data: { version: number } }
      expect((await admin.call(company.update, { params: { id }, body: { version: data.version, ...body } })).status).toBe(204)
    }
    const stored = async (id: number) => (await api.db.select().from(companies).where(eq(companies.id, id)))[0]!

    test.each([{ commit: true }, { commit: true, partial: true }])(
      'is not overwritten, and is shown to whoever imports: %o',
      async (how) => {
        const [id, other] = [await newCompany('確認後'), await newCompany('確認後 二')]
        const content = ['ID,町名・番地', `${id},1-1-1`, `${other},2-2-2`].join('\n')
        const { checked } = await send(company, content)
        await save(id, { street1: '同僚の番地' })
        const again = await send(company, content, { ...how, checked })
        expect(again).toMatchObject({ committed: false, outdated: true, update: 2, change: null })
        expect(again.rows[0]!.changes).toEqual([{ field: 'street1', before: '同僚の番地', after: '1-1-1' }])
        expect([await stored(id), await stored(other)]).toMatchObject([{ street1: '同僚の番地' }, { street1: '1' }])
        // What is shown now can be agreed to.
        expect(await send(company, content, { ...how, checked: again.checked })).toMatchObject({
          committed: true,
          outdated: false,
          update: 2,
        })
        expect(await stored(id)).toMatchObject({ street1: '1-1-1' })
      },
    )

    test('counts, too, where the file would have changed nothing, or the record is gone', async () => {
      const [id, other] = [await newCompany('確認後 三'), await newCompany('確認後 四')]
      const content = ['ID,町名・番地', `${id},1`, `${other},2-2-2`].join('\n')
      const { checked } = await send(company, content)
      await save(id, { street1: '同僚の番地' })
      expect(await send(company, content, { commit: true, checked })).toMatchObject({ committed: false, outdated: true, update: 2 })
      const next = await send(company, content)
      await api.db.update(companies).set({ deleted_at: new Date() }).where(eq(companies.id, id))
      expect(await send(company, content, { commit: true, partial: true, checked: next.checked })).toMatchObject({
        committed: false,
        outdated: true,
        refused: 1,
      })
      expect(await stored(other)).toMatchObject({ street1: '1' })
    })

    test('is a conflict where it changes while the file is imported', async () => {
      const id = await newCompany('確認後 六')
      let importing: Promise<Answer> | undefined
      await api.db.transaction(async (transaction) => {
        await transaction.update(companies).set({ street1: '同僚の番地', version: 2 }).where(eq(companies.id, id))
        importing = send(company, ['ID,町名・番地', `${id},1-1-1`].join('\n'), { commit: true })
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await expect.poll(async () => (await api.pool.query(waiting)).rowCount).toBe(1)
      })
      expect(await importing).toMatchObject({ committed: false, conflict: 1 })
      expect(await stored(id)).toMatchObject({ street1: '同僚の番地' })
    })

    test('is no answer to the same key with another check', async () => {
      const id = await newCompany('確認後 五')
      const content = ['ID,町名・番地', `${id},1-1-1`].join('\n')
      const { checked } = await send(company, content)
      await save(id, { street1: '同僚の番地' })
      const headers = { 'Idempotency-Key': 'import-checked-once-more' }
      const { checked: now } = await send(company, content, { commit: true, checked, headers })
      expect(await send(company, content, { commit: true, checked: now, headers })).toMatchObject({ status: 422 })
    })
  })

  test('a version that is gone, an id that is none or there twice', async () => {
    const id = await newCompany('競合')
    const content = ['ID,バージョン,市区町村', `${id},7,港区`, `${id},1,港区`, '999999999,1,港区', 'abc,1,港区', `,x,港区`].join('\n')
    const answer = await send(company, content, { commit: true })
    expect(answer.errors.map(({ line: at, field }) => [at, field])).toEqual([
      [2, null],
      [3, 'id'],
      [4, 'id'],
      [5, 'id'],
      [6, 'version'],
    ])
    expect(answer.errors[0]!.message).toContain('別の画面で更新されています')
    // A line with an outdated version changes nothing and is reported as a conflict.
    expect(answer).toMatchObject({ create: 0, update: 0, unchanged: 0, conflict: 1, refused: 4, rows: [] })
    expect(await named_('競合')).toMatchObject([{ version: 1, city: '千代田区' }])
  })

  test('columns that only the site sets are passed over, and said to be', async () => {
    const id = await newCompany('列')
    const content = ['ID,与信状態,更新者,市区町村', `${id},承認済み,だれか,港区`].join('\n')
    expect(await send(company, content, { commit: true })).toMatchObject({ committed: true, update: 1, ignored: ['与信状態', '更新者'] })
    expect(await named_('列')).toMatchObject([{ credit_status: 'UNREVIEWED', city: '港区' }])
  })
})

describe('what is told before anything is done', () => {
  test('each line with the values that it changes, and what is new', async () => {
    const name = '差分'
    expect(await send(company, file(line(name)), { commit: true })).toMatchObject({ committed: true })
    const { id } = (await named_(name))[0]!
    // The same amount in another spelling is not a difference.
    const content = ['ID,企業名,市区町村,与信枠,建物名', `${id},差分（新）,港区,"¥10,000",`, `,${name} 二,,,`].join('\n')
    const answer = await send(company, content)
    expect(answer.rows).toEqual([
      {
        line: 2,
        outcome: 'update',
        name,
        changes: [
          { field: 'name', before: name, after: '差分（新）' },
          { field: 'city', before: '渋谷区', after: '港区' },
        ],
        held: [],
      },
    ])
    const created = await send(company, file(line('差分 三')))
    expect(created.rows).toMatchObject([{ line: 2, outcome: 'create', name: '差分 三' }])
    expect(created.rows[0]!.changes).toContainEqual({ field: 'credit_limit', before: null, after: '10000' })
    const same = await send(company, `ID,与信枠\n${id},"¥10,000"`)
    expect(same).toMatchObject({ update: 0, unchanged: 1, rows: [] })
  })

  const address = (zip: string, prefecture: string, city: string) =>
    `株式会社,${zip},${prefecture},${city},1-1,03-1234-5678,請求書払い,"10,000"`

  test('an address that contradicts itself is an error, one that nobody knows a warning', async () => {
    const content = file(
      line('住所 一', address('999-9999', '東京都', '大阪市')),
      line('住所 二', address('530-0001', '東京都', '千代田区')),
      line('住所 三', address('999-9999', '大阪府', '大阪市')),
      line('住所 四', address('100-0001', '東京都', '新架空市')),
      line('住所 五', address('190-1200', '東京都', '瑞穂町')),
    )
    const { errors, warnings, create, refused } = await send(company, content)
    expect([create, refused]).toEqual([3, 2])
    expect(errors.map(({ line: at, field, message }) => [at, field, message])).toEqual([
      [2, 'city', '「大阪市」は大阪府にあり、東京都にはありません。'],
      [3, 'zip', 'この郵便番号は大阪府のもので、東京都のものではありません。'],
    ])
    expect(warnings.map(({ line: at, field, message }) => [at, field, message])).toEqual([
      [4, 'zip', 'この郵便番号は見つかりません。'],
      [5, 'city', '「新架空市」という市区町村は見つかりません。'],
    ])
  })

  test('nor can such an address be entered by hand; one that is stored stays until it is touched', async () => {
    const given = { name: '手入力', enterprise_type: 'GODO', prefecture: '13', street1: '1', phone: '0312345678', payment_type: 'PREPAY' }
    const whole = { ...given, zip: '100-0001', city: '横浜市', credit_limit: '3000' }
    const refused = await admin.call(company.create, { body: whole })
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { errors: { city: ['「横浜市」は神奈川県にあり、東京都にはありません。'] } },
    ])
    const [stored] = await api.db
      .insert(companies)
      .values({ ...whole, ...named('手入力') })
      .returning()
    const change = (body: object) => admin.call(company.update, { params: { id: stored!.id }, body: { version: 1, ...body } })
    expect((await change({ zip: '150-0001' })).status).toBe(422)
    expect((await change({ building: 'ビル' })).status).toBe(204)
  })
})

describe('the good lines alone', () => {
  test('are taken when they are asked for, with a result for each and a file of the others that can be mended and taken again', async () => {
    const bad = line('部分 二', 'なし,150-0001,東京都,渋谷区,1-1,03-1234-5678,請求書払い,"10,000"')
    const content = file(line('部分 一'), bad, line('部分 三'))
    expect(await send(company, content, { commit: true })).toMatchObject({ committed: false, create: 2, refused: 1 })
    expect(await send(company, content, { partial: true })).toMatchObject({ committed: false, create: 2, refused: 1 })
    expect(await named_('部分%')).toEqual([])
    const headers = { 'Idempotency-Key': 'the-good-lines-alone' }
    const answer = await send(company, content, { commit: true, partial: true, headers })
    expect(answer).toMatchObject({ committed: true, create: 2, refused: 1, rows: [{ line: 2 }, { line: 4 }] })
    expect(await send(company, content, { commit: true, partial: true, headers })).toEqual(answer)
    expect((await named_('部分%')).map(({ name }) => name)).toEqual(['部分 一', '部分 三'])
    const [headOfRefused, ...refused] = answer.refused_file!.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(headOfRefused).toBe(`${head},取り込めない理由`)
    expect(refused).toEqual([`${bad},法人格: 選択肢から選んでください。`])
    const mended = [headOfRefused, refused[0]!.replace('なし', '合同会社')].join('\r\n')
    expect(await send(company, mended, { commit: true })).toMatchObject({ committed: true, create: 1, refused_file: null, ignored: [] })
    expect(await named_('部分%')).toHaveLength(3)
  })

  test('leave a file whose formulas do nothing, as those of an export, and which reads as it was meant', async () => {
    const bad = (name: string, building: string) =>
      line(name, `なし,150-0001,東京都,渋谷区,1-1,03-1234-5678,請求書払い,"10,000",${building}`)
    const content = [`${head},建物名`, bad('=cmd|式 一', '+1'), bad("'=式 二", '－2'), bad(' @式 三', "'印"), bad("''=式 四", '')].join(
      '\r\n',
    )
    const { refused_file } = await send(company, content)
    const [headOfRefused, ...lines] = refused_file!.replace('\uFEFF', '').trimEnd().split('\r\n')
    const cellsOf = (text: string) => [text.split(',')[0], text.split(',').at(-2)]
    expect(lines.map(cellsOf)).toEqual([
      ["'=cmd|式 一", "'+1"],
      ["'=式 二", "'－2"],
      ["'@式 三", "'印"],
      ["''=式 四", ''],
    ])
    const mended = [headOfRefused, ...lines.map((each) => each.replace('なし', '合同会社'))].join('\r\n')
    expect(await send(company, mended, { commit: true })).toMatchObject({ committed: true, create: 4 })
    const rows = await named_('%式 %')
    expect(rows.map(({ name, building }) => [name, building])).toEqual([
      ['=cmd|式 一', '+1'],
      ['=式 二', '－2'],
      ['@式 三', "'印"],
      ["'=式 四", null],
    ])
  })

  test('none of them: nothing is done', async () => {
    expect(await send(company, file(line('')), { commit: true, partial: true })).toMatchObject({ committed: false, create: 0, refused: 1 })
  })

  test('what the database refuses in one line leaves the others alone', async () => {
    const number = '4010001008847'
    const content = [`法人番号,${head}`, `${number},${line('重複 一')}`, `${number},${line('重複 二')}`, `,${line('重複 三')}`].join('\n')
    expect(await send(company, content, { commit: true, partial: true })).toMatchObject({ committed: true, create: 2, refused: 1 })
    expect((await named_('重複%')).map(({ name }) => name)).toEqual(['重複 一', '重複 三'])
  })
})

describe('references', () => {
  async function newSpace(name: string): Promise<number> {
    const { a } = api.fixtures
    const values = { publisher_group_id: a.publisherGroup, medium_id: a.medium, position: 'FOOTER', ...named(name) }
    return (await api.db.insert(spaces).values(values).returning())[0]!.id
  }
  const content = (...names: string[]) =>
    ['配信枠名,枠コード,広告枠,幅（px）,高さ（px）', ...names.map((name, index) => `取込枠 ${index},c-${index},${name},300,250`)].join('\n')

  test('are found by name or by id; several of one name ask for the id', async () => {
    const [one, , other] = [await newSpace('一意の枠'), await newSpace('同名の枠'), await newSpace('同名の枠')]
    // One that is deleted is nobody's namesake.
    await api.db
      .update(spaces)
      .set({ deleted_at: new Date() })
      .where(eq(spaces.id, await newSpace('一意の枠')))
    const answer = await send(frame, content('一意の枠', '同名の枠', `#${other}`, 'ない枠', '#999999999'))
    expect(answer.errors.map(({ line: at, field, message }) => [at, field, message])).toEqual([
      [3, 'space_id', expect.stringContaining('#123')],
      [5, 'space_id', '指定された対象が見つかりません。'],
      [6, 'space_id', '指定された対象が見つかりません。'],
    ])
    expect(await send(frame, content('一意の枠', `#${other}`), { commit: true })).toMatchObject({ committed: true, create: 2 })
    const rows = await api.db.select().from(frames).where(like(frames.name, '取込枠%')).orderBy(frames.id)
    expect(rows.map(({ space_id }) => space_id)).toEqual([one, other])
    const moved = ['ID,広告枠', `${rows[0]!.id},#${other}`].join('\n')
    expect((await send(frame, moved)).errors).toMatchObject([{ line: 2, field: 'space_id', message: '登録後は変更できません。' }])
  })

  test('of another tenant are not found, by name or id, nor are its records', async () => {
    const pg = await api.signIn('pg')
    const { b } = api.fixtures
    const answer = await send(frame, content('枠 b', `#${b.space}`), { client: pg })
    expect(answer.errors.map(({ field, message }) => [field, message])).toEqual([
      ['space_id', '指定された対象が見つかりません。'],
      ['space_id', '指定された対象が見つかりません。'],
    ])
    const [foreign] = await api.db.select().from(frames).where(eq(frames.publisher_group_id, b.publisherGroup))
    const change = await send(frame, `ID,枠コード\n${foreign!.id},taken`, { client: pg, commit: true })
    expect(change).toMatchObject({ committed: false, errors: [{ line: 2, field: 'id' }] })
  })
})

describe('what was exported', () => {
  const everything: [string, () => Importable][] = [
    ['company', () => company],
    ['medium', () => medium],
    ['frame', () => frame],
    ['product', () => product],
  ]
  const columnsOf = async (endpoint: Importable, name: string) => {
    const sample = (await (await admin.call(endpoint.list, { query: { limit: 20 } })).json()) as { data: Record<string, unknown>[] }
    expect([name, sample.data.length]).not.toEqual([name, 0])
    return Object.keys(sample.data[0]!)
      .filter((column) => !/^(refs|deleted_.*|blocked|id)$/u.test(column))
      .join()
  }

  test.for(everything)('is taken again and changes nothing: %s', async ([name, of]) => {
    await api.db.update(companies).set({ contact_name: "-改\r\n行 𠮷〜'" }).where(eq(companies.id, api.fixtures.a.company))
    for (const encoding of ['utf8', 'sjis']) {
      for (const locale of ['ja', 'en']) {
        const content = await exported(of(), { columns: await columnsOf(of(), name), encoding, locale })
        const answer = await send(of(), content, { commit: true })
        expect(answer).toMatchObject({ status: 200, committed: true, create: 0, update: 0, errors: [] })
        expect(answer.unchanged).toBeGreaterThan(0)
      }
    }
    // Proves that the check above can fail: one different cell is one change.
    const text = (await exported(company, { columns: 'city', q: '企業 a' })).toString('utf8')
    expect(await send(company, text.replace('千代田区', '中央区'))).toMatchObject({ update: 1 })
  })

  test('is taken as Excel saves it: Shift_JIS, other days, no seconds', async () => {
    const content = iconv.encode(file(line('Excel 髙橋')), 'cp932')
    expect(await send(company, content, { commit: true })).toMatchObject({ committed: true, create: 1 })
    expect(await named_('Excel%')).toMatchObject([{ name: 'Excel 髙橋' }])
  })
})

describe('a file as a whole', () => {
  test('is refused with what is wrong in its header', async () => {
    expect(await send(company, '企業名,なぞの列,name,企業名\nx,1,2,3')).toMatchObject({
      status: 422,
      headFaults: {
        file: ['見出し「なぞの列」に対応する項目がありません。', '「name」の列が複数あります。', '「企業名」の列が複数あります。'],
      },
    })
    expect(await send(company, '')).toMatchObject({ status: 422, headFaults: { file: ['ファイルに見出し行がありません。'] } })
    expect(await send(company, '企業名;郵便番号\nx;1')).toMatchObject({
      status: 422,
      headFaults: { file: ['列がセミコロン（;）で区切られています。カンマ（,）区切りのCSVで保存し直してください。'] },
    })
    expect(await send(company, '企業名\n"a"b')).toMatchObject({ status: 422, headFaults: { file: [expect.stringContaining('2行目')] } })
  })

  test('is refused when it is too long, or no CSV', async () => {
    const many = `id\n${'1\n'.repeat(5001)}`
    expect(await send(company, many)).toMatchObject({ status: 422, headFaults: { file: [expect.stringContaining('5,000行')] } })
    expect((await send(company, `企業名\n${'あ'.repeat(4_000_000)}`)).status).toBe(413)
    const response = await admin.call(company.import, { body: '{}', headers: { 'Content-Type': 'application/json' } })
    expect(response.status).toBe(415)
  })

  test('tells of lines with more or fewer cells than its header', async () => {
    const answer = await send(company, '企業名,市区町村\na\nb,c,d\n')
    expect(answer.errors).toMatchObject([
      { line: 2, field: null },
      { line: 3, field: null },
    ])
  })

  test('has errors without end: the first thousand are told, and how many there are', async () => {
    const answer = await send(company, `企業名\n${'x\n'.repeat(1200)}`)
    expect(answer.errors).toHaveLength(1000)
    expect(answer.error_count).toBeGreaterThan(1200)
    expect(answer.errors[0]).toMatchObject({ line: 2 })
  })
})

test('the template has every column that can be set, in the language of its reader, and is an empty import', async () => {
  const response = await admin.call(frame.import_template, { query: { locale: 'ja', encoding: 'sjis' } })
  const content = Buffer.from(await response.arrayBuffer())
  expect(iconv.decode(content, 'cp932')).toBe(
    'ID,バージョン,配信枠名,枠コード,広告枠,幅（px）,高さ（px）,最低単価（CPM）,除外カテゴリー,既定クリエイティブ\r\n',
  )
  expect(await send(frame, content)).toMatchObject({ status: 200, create: 0, update: 0, errors: [], ignored: [] })
  const ofGroup = await (await api.signIn('pg')).call(frame.import_template, { query: { locale: 'ja' } })
  expect((await ofGroup.text()).trimEnd().split(',').at(-1)).toBe('除外カテゴリー')
})
