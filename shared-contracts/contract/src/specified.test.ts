import { describe, expect, test } from 'vitest'
import { endpoints, errors, validationText, type Endpoint } from './index.ts'

/** Literal values from the specification, independent of the product's own tables, so that each verifies the other. */

const { session, password, invitation, constants, information, notification } = endpoints

describe('the calls of spec/api "Session calls" and the sections after it', () => {
  test.each<[string, string, number, Endpoint]>([
    ['POST', '/login', 200, session.login],
    ['POST', '/logout', 200, session.logout],
    ['POST', '/forgot-password', 200, password.forgot],
    ['POST', '/reset-password', 200, password.reset],
    ['POST', '/api/invitation/user', 200, invitation.accept],
    ['POST', '/api/change-role', 201, session.changeRole],
    ['GET', '/api/account/me', 200, session.me],
    ['GET', '/api/constants', 200, constants.get],
    ['POST', '/api/information', 201, information.create],
    ['GET', '/api/information', 200, information.list],
    ['GET', '/api/information/view_only', 200, information.viewList],
    ['GET', '/api/information/view_only/{id}', 200, information.view],
    ['GET', '/api/information/{id}', 200, information.get],
    ['PATCH', '/api/information/{id}', 204, information.update],
    ['POST', '/api/information/confirm/{id}', 201, information.confirm],
    ['DELETE', '/api/information/{id}', 204, information.delete],
    ['POST', '/api/notification', 201, notification.create],
    ['GET', '/api/notification', 200, notification.list],
    ['PATCH', '/api/notification/confirm/{id}', 204, notification.confirm],
  ])('%s %s answers %d', (method, path, success, endpoint) => {
    expect(endpoint).toMatchObject({ method, path, success })
  })

  test('a CSRF cookie is had with GET', () => {
    expect(session.csrf).toMatchObject({ method: 'GET', path: '/sanctum/csrf-cookie' })
  })

  const generic = { list: ['GET', 200], select: ['GET', 200], get: ['GET', 200], create: ['POST', 201], update: ['PATCH', 204] } as const
  const calls = Object.entries(endpoints).flatMap(([group, named]) =>
    Object.entries<Endpoint>(named).flatMap(([name, endpoint]) =>
      Object.hasOwn(generic, name) ? [{ key: `${group}.${name}`, endpoint, as: generic[name as keyof typeof generic] }] : [],
    ),
  )
  test.each(calls)('$key has the method and the status of its kind', ({ endpoint, as: [method, success] }) => {
    expect([endpoint.method, endpoint.success]).toEqual([method, success])
  })

  test.each([
    '/api/account',
    '/api/account/advertiser',
    '/api/account/agency',
    '/api/account/pg',
    '/api/account/ptd',
    '/api/account/rep',
    '/api/ad',
    '/api/ad-whitelist',
    '/api/ad-creative-group',
    '/api/ad-creative',
    '/api/campaign',
    '/api/company',
    '/api/format',
    '/api/format-setting',
    '/api/frame',
    '/api/frame/list',
    '/api/information',
    '/api/notification',
    '/api/product',
    '/api/publisher',
    '/api/register',
    '/api/report/demand',
    '/api/report/conversion',
    '/api/report/supply',
    '/api/space',
    '/api/user/advertiser',
    '/api/user/agency',
    '/api/user/pg',
    '/api/user/ptd',
    '/api/user/rep',
    '/api/user/invite',
    '/api/user/me',
  ])('%s is there', (path) => {
    const paths = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group).map((endpoint) => endpoint.path))
    expect(paths.some((known) => known === path || known.startsWith(`${path}/`))).toBe(true)
  })
})

describe('the texts of spec/texts "Validation messages" and spec/texts "Failures"', () => {
  test.each([
    ['required', '必須項目です。'],
    ['too_long', '入力内容が長すぎます。'],
    ['url', 'URLを入力してください。'],
    ['account_required', 'アカウントを選択してください。'],
    ['date', '正しい日付を入力してください。'],
    ['minimum_period', '最低期間より長い日時を指定してください。'],
    ['password_mismatch', '入力されたパスワードが異なります。'],
  ])('the fault %s', (code, text) => {
    expect(validationText(code, 'ja')).toBe(text)
  })

  test.each([
    ['unauthenticated', 401, '認証に失敗しました'],
    ['bad_request', 400, '不正なリクエストです'],
    ['forbidden', 403, '表示権限がありません'],
    ['login_failed', 422, 'ログインに失敗しました'],
  ] as const)('the refusal %s', (code, status, text) => {
    expect(errors[code]).toMatchObject({ status, text: { ja: text } })
  })

  test('a mail and a company that failed', () => {
    expect(errors.mail_failed.text.ja).toBe('メールの送信に失敗しました。時間をおいて再度お試しください')
    expect(endpoints.company.create.failure?.ja).toBe('企業情報の登録に失敗しました。')
  })
})
