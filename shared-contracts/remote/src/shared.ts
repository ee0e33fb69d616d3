/**
 * Modules shared between shell and remotes at runtime: module → the names that remotes may import. '*' means the
 * whole module (CommonJS, or one of our packages); a list of names preserves the shell's tree shaking. Remotes
 * bundle everything not listed (screen-kit, contract, react-hook-form, valibot, echarts).
 */
export const sharedModules: Readonly<Record<string, readonly string[]>> = {
  react: ['*'],
  'react/jsx-runtime': ['*'],
  'react-dom': ['*'],
  'react-router-dom': ['Link', 'generatePath', 'useBlocker', 'useLocation', 'useNavigate', 'useParams', 'useSearchParams'],
  jotai: ['atom', 'useAtom', 'useAtomValue', 'useSetAtom'],
  '@tanstack/react-query': ['useQuery', 'useMutation', 'useQueryClient', 'keepPreviousData'],
  'react-i18next': ['useTranslation'],
  dayjs: ['default'],
  '@adsite/api-client': ['*'],
  '@adsite/auth': ['*'],
  '@adsite/i18n': ['*'],
  '@adsite/remote': ['*'],
}

/** Those of them that the shell fetches when a remote needs them; the others are part of its start. */
export const sharedOnDemand: ReadonlySet<string> = new Set(['dayjs'])

/**
 * antd components, shared individually (`antd/es/table`) so that sharing antd does not load all of it. The value
 * is the shell chunk that contains the component: `eager` is part of the shell's startup, the others are fetched
 * when a remote needs one of their components. Components needed together share a chunk (lists, records, forms, and tools that
 * lists open on a click), so that a screen fetches few files; components that no screen uses yet share one of their own.
 */
export const sharedAntd: Readonly<Record<string, 'eager' | 'list' | 'tools' | 'record' | 'form' | 'other'>> = {
  alert: 'record',
  'auto-complete': 'form',
  breadcrumb: 'other',
  button: 'eager',
  card: 'other',
  checkbox: 'list',
  'config-provider': 'eager',
  'date-picker': 'form',
  descriptions: 'other',
  divider: 'other',
  dropdown: 'tools',
  empty: 'tools',
  flex: 'other',
  form: 'form',
  input: 'list',
  'input-number': 'form',
  modal: 'record',
  pagination: 'tools',
  popover: 'list',
  radio: 'tools',
  result: 'other',
  segmented: 'record',
  select: 'list',
  skeleton: 'record',
  space: 'other',
  spin: 'tools',
  statistic: 'other',
  table: 'other',
  tabs: 'record',
  tag: 'other',
  timeline: 'other',
  tooltip: 'list',
  typography: 'other',
}

export function antdPath(component: string): string {
  return `antd/es/${component}`
}

/** All modules that remotes take from the shell. */
export const sharedNames: readonly string[] = [...Object.keys(sharedModules), ...Object.keys(sharedAntd).map(antdPath)]

/** The names that remotes may import from a shared module. */
export function namesOf(module: string): string[] {
  return [...(sharedModules[module] ?? ['default'])]
}
