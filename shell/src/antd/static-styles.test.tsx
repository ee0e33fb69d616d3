// @vitest-environment jsdom
import { sharedAntd } from '@adsite/remote/shared'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { theme } from '../element/theme.ts'
import {
  antd,
  baseStyles,
  componentStyles,
  createCache,
  extractStyle,
  scoped,
  StyleProvider,
  tokenValues,
  type StyleCache,
} from './static-styles.ts'

// jsdom has neither.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
)
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))

const options = [{ value: 'a', label: 'A' }]
const items = [{ key: 'a', label: 'A', children: 'A' }]

/** Every component that remotes take from the shell, with all that it can show. */
const samples: Readonly<Record<string, ReactNode>> = {
  alert: <antd.Alert title="a" type="warning" showIcon closable={{ closeIcon: true }} />,
  'auto-complete': <antd.AutoComplete options={options} open />,
  breadcrumb: (
    <antd.Breadcrumb
      items={[{ title: 'a' }, { title: 'b', menu: { items: options.map(({ value, label }) => ({ key: value, label })) } }]}
    />
  ),
  button: (
    <antd.Space.Compact>
      <antd.Button type="primary" loading>
        a
      </antd.Button>
      <antd.Button danger>b</antd.Button>
    </antd.Space.Compact>
  ),
  card: <antd.Card title="a" loading tabList={items} actions={['a']} />,
  checkbox: <antd.Checkbox.Group options={options} />,
  'config-provider': <antd.ConfigProvider />,
  'date-picker': <antd.DatePicker.RangePicker open showTime />,
  descriptions: <antd.Descriptions bordered items={items} />,
  divider: <antd.Divider>a</antd.Divider>,
  dropdown: (
    <antd.Dropdown
      menu={{
        items: [
          { key: 'a', label: 'A' },
          { key: 'b', label: 'B', children: [{ key: 'c', label: 'C' }] },
        ],
      }}
      open
    >
      <span>a</span>
    </antd.Dropdown>
  ),
  empty: <antd.Empty />,
  flex: <antd.Flex>a</antd.Flex>,
  form: (
    <antd.Form>
      <antd.Form.Item name="a" label="a" help="b" validateStatus="error">
        <antd.Input />
      </antd.Form.Item>
    </antd.Form>
  ),
  input: (
    <>
      <antd.Input.Search allowClear enterButton />
      <antd.Input.Password />
      <antd.Input.TextArea showCount />
      <antd.Input.OTP />
      <antd.Input addonBefore="a" />
    </>
  ),
  'input-number': <antd.InputNumber addonAfter="a" />,
  modal: (
    <antd.Modal open title="a">
      b
    </antd.Modal>
  ),
  pagination: <antd.Pagination total={200} showSizeChanger showQuickJumper />,
  popover: (
    <antd.Popover open title="a" content="b">
      <span>c</span>
    </antd.Popover>
  ),
  radio: <antd.Radio.Group options={options} optionType="button" />,
  result: <antd.Result status="500" title="a" />,
  segmented: <antd.Segmented options={['a', 'b']} />,
  select: <antd.Select mode="multiple" options={options} open value={['a']} allowClear showSearch />,
  skeleton: <antd.Skeleton active avatar />,
  space: <antd.Space>a</antd.Space>,
  spin: <antd.Spin description="a">b</antd.Spin>,
  statistic: <antd.Statistic title="a" value={1} />,
  table: (
    <antd.Table rowSelection={{}} columns={[{ title: 'a', dataIndex: 'a', sorter: true, filters: [] }]} dataSource={[{ key: 1, a: 1 }]} />
  ),
  tabs: <antd.Tabs items={items} />,
  tag: (
    <>
      <antd.Tag color="blue">a</antd.Tag>
      <antd.Tag color="success" closable>
        b
      </antd.Tag>
    </>
  ),
  timeline: <antd.Timeline items={[{ content: 'a' }]} />,
  tooltip: (
    <antd.Tooltip open title="a">
      <span>b</span>
    </antd.Tooltip>
  ),
  typography: <antd.Typography.Paragraph copyable>a</antd.Typography.Paragraph>,
}

/** What antd itself makes in a browser for something that it shows. */
async function drawn(shown: ReactNode): Promise<StyleCache> {
  const cache = createCache()
  await act(async () =>
    render(
      <StyleProvider cache={cache}>
        <antd.ConfigProvider theme={theme}>{shown}</antd.ConfigProvider>
      </StyleProvider>,
    ),
  )
  return cache
}

const keyframes = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/gu
/** Animations stand in a sheet once, wherever antd happens to make them. */
const withoutKeyframes = (sheet: string) => sheet.replaceAll(keyframes, '')

/** A dropdown draws a menu without the styles that would read its variables. */
const unread = 'cssVar%Menu%adsite%ant-dropdown-menu-css-var'

/** The style sheet of one path of a cache. */
function sheetOf(cache: StyleCache, path: string): string {
  const one = createCache()
  one.cache.set(path, cache.cache.get(path))
  const sheet = withoutKeyframes(extractStyle(one, { plain: true }).replace(/\.data-ant-cssinjs-cache-path\{[^}]*\}/u, ''))
  return path.startsWith('style%%Shared') ? scoped(sheet) : sheet
}

const inputParts = ['Input-Shared', 'Input-Component', 'Input-Search', 'Input-TextArea', 'Input-OTP']

/** `style%%Input-Search%ant-input-search%anticon`: where the build has what stands at a path. */
function builtStyles(path: string): string {
  const [kind, , name = ''] = path.split('%')
  if (kind === 'token' || name === 'Shared' || name === 'ant-design-icons') return baseStyles()
  const [component = '', part] = kind === 'cssVar' ? [path.split('%')[1]] : name.split('-')
  if (part === undefined && component === 'Input') return inputParts.map(componentStyles).join('')
  return componentStyles(part === undefined || part === component ? component : name)
}

afterEach(cleanup)

describe('styles of the build', () => {
  test('there is a sample of every component that remotes share', () => {
    expect(Object.keys(samples).toSorted()).toEqual(Object.keys(sharedAntd).toSorted())
  })

  test.each(Object.entries(samples))('are those that antd makes in the browser: %s', async (_, sample) => {
    const cache = await drawn(sample)
    expect(cache.cache.size).toBeGreaterThan(1)
    const paths = [...cache.cache.keys()].filter((path) => !path.startsWith(unread))
    expect(paths.filter((path) => !withoutKeyframes(builtStyles(path)).includes(sheetOf(cache, path)))).toEqual([])
  })

  test('leave links outside of antd alone', () => {
    const selectors = [...baseStyles().matchAll(/([^{}]+)\{/gu)].flatMap(([, list = '']) => list.split(/,(?![^(]*\))/u))
    const links = selectors.filter((selector) => /(?<![-\w.])a(?![-\w])/u.test(selector))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((selector) => !selector.startsWith('a:where(.adsite, .adsite *)'))).toEqual([])
  })

  test('have every animation that they name', () => {
    const names = ['Button', 'Dropdown', 'Modal', 'Select', 'Spin', 'Skeleton', 'Tooltip', 'Popover', 'DatePicker', 'Form', 'Checkbox']
    for (const sheet of [...names.map(componentStyles), baseStyles()]) {
      const defined = new Set([...sheet.matchAll(keyframes)].map(([, name]) => name))
      const used = [...sheet.matchAll(/animation-name:([\w-]+)/gu)].map(([, name]) => name).filter((name) => name !== 'none')
      expect(used.filter((name) => !defined.has(name))).toEqual([])
    }
  })

  test('read no variables of a menu that is drawn without styles', () => {
    expect(componentStyles('Dropdown')).not.toContain('--ant-menu-')
  })

  test('the values of tokens that components read are those of the theme', async () => {
    let token: Readonly<Record<string, unknown>> = {}
    function Reading(): null {
      token = { ...antd.theme.useToken().token }
      return null
    }
    await drawn(<Reading />)
    const built = tokenValues()
    expect(Object.keys(built).length).toBeGreaterThan(200)
    expect(token).toMatchObject(built)
    expect(built).toMatchObject({ zIndexPopupBase: 2400, controlHeight: 32, screenMD: 960 })
  })
})
