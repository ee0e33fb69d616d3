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
 * load all of it. The value is the chunk that the shell keeps a component in: `eager` is in its own
 * start, the others are fetched when a remote asks for one of theirs. A component stands with those
 * that are needed at the same time, so that a screen asks for few files: with lists, with records,
 * with forms; what no screen of today takes stands by itself.
 */
export const sharedAntd: Readonly<Record<string, 'eager' | 'list' | 'record' | 'form' | 'other'>> = {
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
  dropdown: 'list',
  empty: 'list',
  flex: 'other',
  form: 'form',
  input: 'list',
  'input-number': 'form',
  modal: 'record',
  pagination: 'list',
  popover: 'list',
  radio: 'list',
  result: 'other',
  segmented: 'record',
  select: 'list',
  skeleton: 'record',
  space: 'other',
  spin: 'list',
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

/** Every module that remotes take from the shell. */
export const sharedNames: readonly string[] = [...Object.keys(sharedModules), ...Object.keys(sharedAntd).map(antdPath)]

/** The names of a shared module that remotes may take. */
export function namesOf(module: string): string[] {
  return [...(sharedModules[module] ?? ['default'])]
}
