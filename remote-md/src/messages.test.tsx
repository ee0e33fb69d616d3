// @vitest-environment jsdom
import { adArticleStates, adWhitelistStates } from '@adsite/contract'
import { stamps, testSuccesses, type Success } from '@adsite/screen-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import AdvertisementDetailScreen from './advertisement/AdvertisementDetailScreen.tsx'
import { area } from './area.ts'
import RejectRequestCreateScreen from './reject-request/RejectRequestCreateScreen.tsx'
import { texts } from './base/texts.ts'

// The success messages of the media side (spec/texts "Success messages"), each after the task it belongs to.

const advertisement = { id: 4, name: '冬の広告', ad_id: 9, medium_id: 2, status: 'SERVING', request_status: null, ...stamps }
const list = (...data: object[]) => ({ data, page: { next: null, total: data.length, total_capped: false } })
const row = (status: string) => list({ id: 7, name: '媒体', title: '記事', status, ad_id: 9, medium_id: 2, ...stamps })

const detail = { path: '/md/advertisement/:id', at: '/md/advertisement/4', screen: <AdvertisementDetailScreen /> }
const reads = (whitelist: object, articles: object) => ({
  '/api/advertisement/4': { data: advertisement },
  '/api/ad-whitelist': whitelist,
  '/api/ad-article': articles,
})

const cases: Readonly<Record<string, Success>> = {
  'article excluded': {
    says: { ja: '記事を配信対象から除外しました', en: 'The article is excluded from delivery.' },
    write: ['POST /api/ad-article/7/exclude', 204],
    ...detail,
    reads: reads(list(), row('TARGET')),
    act: ({ press }) => press(adArticleStates.actions.exclude.label),
  },
  'article restored': {
    says: { ja: '記事を配信対象に戻しました', en: 'The article is served again.' },
    write: ['POST /api/ad-article/7/restore', 204],
    ...detail,
    reads: reads(list(), row('EXCLUDED')),
    act: ({ press }) => press(adArticleStates.actions.restore.label),
  },
  'a listed place excluded from the whitelist': {
    says: { ja: 'ホワイトリストから除外しました', en: 'Excluded from the whitelist.' },
    write: ['POST /api/ad-whitelist/7/exclude', 204],
    ...detail,
    reads: reads(row('LISTED'), list()),
    act: ({ press }) => press(adWhitelistStates.actions.exclude.label),
  },
  'a medium of one’s own excluded from the whitelist': {
    says: { ja: 'ホワイトリストから除外しました', en: 'Excluded from the whitelist.' },
    write: ['POST /api/ad-whitelist', 201],
    ...detail,
    reads: reads(list(), list()),
    async act({ press }) {
      await press(texts.exclude)
      await press(texts.exclude, 'dialog')
    },
  },
  'a listed medium of one’s own excluded from the whitelist': {
    says: { ja: 'ホワイトリストから除外しました', en: 'Excluded from the whitelist.' },
    write: ['POST /api/ad-whitelist/7/exclude', 204],
    ...detail,
    reads: reads(row('LISTED'), list()),
    async act({ press }) {
      await press(texts.exclude)
      await press(texts.exclude, 'dialog')
    },
  },
  'an article that is listed excluded by name': {
    says: { ja: '記事を配信対象から除外しました', en: 'The article is excluded from delivery.' },
    write: ['POST /api/ad-article/7/exclude', 204],
    ...detail,
    reads: { ...reads(list(), row('TARGET')), '/api/article/select_list': list({ id: 3, name: '記事' }) },
    async act({ press, language }) {
      const choose = await screen.findByRole('combobox', { name: texts.article_choose[language] })
      fireEvent.mouseDown(choose)
      fireEvent.click(await screen.findByTitle('記事'))
      await press(texts.article_exclude)
    },
  },
  'reject request filed': {
    says: { ja: '掲載拒否を申請しました', en: 'The reject request was filed.' },
    write: ['POST /api/reject-request', 201],
    path: '/md/reject_request/create',
    at: '/md/reject_request/create?advertisement_id=4&reason_code=OTHER',
    screen: <RejectRequestCreateScreen />,
    reads: {},
    async act({ press, language }) {
      const reason = await screen.findByRole('textbox', { name: { ja: /^理由/u, en: /^Reason/u }[language] })
      fireEvent.change(reason, { target: { value: '競合他社の広告です。' } })
      await press({ ja: '申請する', en: 'File the request' })
    },
  },
}

testSuccesses(area, cases, 'pg')
