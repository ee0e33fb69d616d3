// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import { safeHref } from './html-nodes.tsx'
import { HtmlView } from './HtmlView.tsx'

afterEach(cleanup)

function shown(html: string): HTMLElement {
  return render(<HtmlView html={html} />, { wrapper: MemoryRouter }).container.firstElementChild as HTMLElement
}

describe('what is read', () => {
  test('headings, lists, emphasis and links stand as they were written', () => {
    shown('<h2>予定</h2><p><strong>日時</strong> <em>9月1日</em></p><ul><li>項目</li></ul><p><a href="https://example.com/a">詳細</a></p>')
    expect(screen.getByRole('heading', { level: 2, name: '予定' })).toBeTruthy()
    expect(screen.getByText('日時').localName).toBe('strong')
    expect(screen.getByText('9月1日').localName).toBe('em')
    expect(screen.getByRole('listitem').textContent).toBe('項目')
    const link = screen.getByRole('link', { name: '詳細' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://example.com/a',
      '_blank',
      'noopener noreferrer',
    ])
  })

  test.each([
    '<script>window.stolen = 1</script>',
    '<p>前</p><script>window.stolen = 1</script>',
    '<p>前</p><style>body{display:none}</style>',
    '<img src="x" onerror="window.stolen = 1">',
    '<svg onload="window.stolen = 1"><circle/></svg>',
    '<iframe src="https://example.com"></iframe>',
    '<form action="/logout"><input name="a"><button>押す</button></form>',
    '<p style="position:fixed" class="cover" id="main" onclick="window.stolen = 1">本文</p>',
    '<style>body{display:none}</style>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<template><script>1</script></template>',
  ])('nothing that a sanitiser may have let through: %s', (html) => {
    const view = shown(html)
    expect(view.querySelectorAll('script, img, svg, iframe, form, input, button, style:not([data-href]), math, template')).toHaveLength(0)
    const attributes = [...view.querySelectorAll('*')].filter((element) => element.localName !== 'style')
    expect(attributes.flatMap((element) => element.getAttributeNames())).toEqual([])
    expect((window as { stolen?: number }).stolen).toBeUndefined()
  })

  test.each([
    ['javascript:alert(1)', null],
    [' javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['\\\\evil.example', null],
    ['https:///evil', null],
    ['', null],
    [null, null],
    ['#top', null],
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['mailto:help@example.com', 'mailto:help@example.com'],
    ['/information/3', '/information/3'],
  ])('a link to %j leads to %j', (href, safe) => {
    expect(safeHref(href)).toBe(safe)
  })

  test('a link to a page of the site stays in the site', () => {
    shown('<p><a href="/op/company?credit_status=APPLIED" rel="nofollow">企業</a></p>')
    const link = screen.getByRole('link', { name: '企業' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/op/company?credit_status=APPLIED', null])
  })

  test('a link that may not be followed leaves its words', () => {
    expect(shown('<p>前<a href="javascript:alert(1)">中</a>後</p>').querySelector('p')?.innerHTML).toBe('前中後')
  })
})
