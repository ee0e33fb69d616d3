// @vitest-environment jsdom
import { ad, adEndpoints, campaign, campaignEndpoints, company, companyEndpoints, listHeadsAt, type Role } from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { ResourceList } from './ResourceList.tsx'

const common = { detailRoute: null, createRoute: null, emptyHint: { ja: '—', en: '—' } }
const screens = {
  '/ad/campaign': <ResourceList resource={campaign} endpoints={campaignEndpoints} bulkTool={() => null} {...common} />,
  '/ad/advertisement': <ResourceList resource={ad} endpoints={adEndpoints} bulkTool={() => null} {...common} />,
  '/op/company': <ResourceList resource={company} endpoints={companyEndpoints} {...common} />,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What the heads of the table on show are like. */
function drawn() {
  const heads = screen.getAllByRole('columnheader')
  const choosing = heads[0]!.querySelector('input') !== null
  const cols = [...document.querySelectorAll('col')].slice(choosing ? 1 : 0)
  return {
    choosing,
    least: screen.getByRole('table').style.minWidth,
    heads: heads.slice(choosing ? 1 : 0).map((head, at) => ({
      label: head.textContent,
      width: cols[at]!.style.width,
      place: /edge/u.test(head.className) ? 'edge' : /figure/u.test(head.className) ? 'figure' : null,
      sort: head.querySelector('button') ? (head.getAttribute('aria-sort') ?? 'none') : null,
    })),
  }
}

test.each<[route: string, address: string, role: Role, language: Language]>([
  ['company.list', '/op/company', 'admin', 'ja'],
  ['company.list', '/op/company?sort=-name&columns=name,id,nonsense', 'admin', 'en'],
  ['ad.list', '/ad/advertisement', 'admin', 'en'],
  ['campaign.list', '/ad/campaign', 'admin', 'ja'],
  ['campaign.list', '/ad/campaign?columns=name,gross,ctr&sort=gross', 'admin', 'en'],
  ['campaign.list.own', '/ad/campaign', 'advertiser', 'ja'],
  ['campaign.list.own', '/ad/campaign', 'agency', 'en'],
])('the heads that the server sends for %s at %s to %s in %s are those that the list shows', async (route, address, role, language) => {
  await openScreen(screens, address, { api: new FakeApi(), role, language })
  const told = listHeadsAt(route, new URL(address, 'http://site.test').searchParams, role, language)!
  // As a browser keeps them in a style, which jsdom simplifies.
  const style = (width: string) => Object.assign(document.createElement('p').style, { width }).width
  const heads = told.heads.map((head) => ({ ...head, width: style(head.width) }))
  expect(drawn()).toEqual({ ...told, least: `${told.least}px`, heads })
})
