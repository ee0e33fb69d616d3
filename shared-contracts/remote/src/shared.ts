/**
 * What shell and remotes share at runtime, declared once: module → the names that remotes may take.
 * '*' is the module as a whole (CommonJS, or one of ours); a list keeps the shell's tree shaking.
 * Remotes bundle everything that is not listed (screen-kit, contract, react-hook-form, valibot, echarts).
 */
export const sharedModules: Readonly<Record<string, readonly string[]>> = {
  react: ['*'],
  'react/jsx-runtime': ['*'],
  'react-dom': ['*'],
  'react-router-dom': ['Link', 'generatePath', 'useBlocker', 'useLocation', 'useNavigate', 'useParams', 'useSearchParams'],
  jotai: ['atom', 'useAtom', 'useAtomValue', 'useSetAtom'],
  '@tanstack/react-query': ['useQuery', 'useMutation', 'useQueryClient', 'keepPreviousData'],
  'react-i18next': ['Trans', 'useTranslation'],
  dayjs: ['default'],
  '@adsite/api-client': ['*'],
  '@adsite/auth': ['*'],
  '@adsite/i18n': ['*'],
  '@adsite/remote': ['*'],
}

/**
 * antd components that are shared one by one (`antd/es/table`), so that sharing the library does not
 * load all of it. `eager` ones are in the shell's own start; the rest is fetched when a remote asks.
 */
export const sharedAntd: Readonly<Record<string, 'eager' | 'lazy'>> = {
  alert: 'lazy',
  breadcrumb: 'lazy',
  button: 'eager',
  card: 'lazy',
  checkbox: 'lazy',
  'config-provider': 'eager',
  'date-picker': 'lazy',
  descriptions: 'lazy',
  divider: 'lazy',
  dropdown: 'lazy',
  empty: 'lazy',
  flex: 'lazy',
  form: 'lazy',
  input: 'lazy',
  'input-number': 'lazy',
  modal: 'lazy',
  pagination: 'lazy',
  popover: 'lazy',
  radio: 'lazy',
  result: 'lazy',
  segmented: 'lazy',
  select: 'lazy',
  skeleton: 'lazy',
  space: 'lazy',
  spin: 'lazy',
  statistic: 'lazy',
  table: 'lazy',
  tabs: 'lazy',
  tag: 'lazy',
  timeline: 'lazy',
  tooltip: 'lazy',
  typography: 'lazy',
}

export function antdPath(component: string): string {
  return `antd/es/${component}`
}
